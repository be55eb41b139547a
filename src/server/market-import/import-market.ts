import { join } from 'node:path'
import type { Instant } from '#domain/time/yerevan-time.ts'
import { slot } from '#server/cache.ts'
import type { Engine } from '#server/db/engine.ts'
import { readHomeFile, type HomeFile } from './checks/check-home.ts'
import { readMarketFile } from './checks/check-market.ts'
import { readRatesFile } from './checks/check-rates.ts'
import { readRewardsFile } from './checks/check-rewards.ts'
import { readVouchersFile } from './checks/check-vouchers.ts'
import { checkCollections } from './check-collections.ts'
import { checkSuppliers } from './checks/check-suppliers.ts'
import { FaultList } from './faults.ts'
import { openFolder, type MarketFolder } from './folder.ts'
import { putMarket, type Sink } from './rows.ts'
import { openStage, type Stage } from './stage.ts'
import { analyzeMarket, swapMarket } from './write-market.ts'

/** `lines`: lines of products.csv read so far; bytes are those of all text files. */
export interface ImportProgress {
  phase: 'reading' | 'writing'
  lines: number
  bytes: number
  totalBytes: number
}

export interface ImportResult {
  suppliers: number
  products: number
  added: number
  changed: number
  withdrawn: number
  unchanged: number
  otherChanges: number
  seconds: number
  linesPerSecond: number
}

export interface ImportOptions {
  onProgress?: (progress: ImportProgress) => void
  now?: () => Instant
  /** Target of the pictures of suppliers (see STORED_BASE); without it they are checked and not stored. */
  picturesFolder?: string
}

/** Reads and checks the whole folder; rows go to the sink until the first fault. Returns the number of products and the home page. */
const readMarket = async (
  folder: MarketFolder,
  put: Sink,
  { onProgress, picturesFolder }: ImportOptions
): Promise<{ products: number; home: HomeFile }> => {
  const faults = new FaultList()
  const sink: Sink = async (table, rows) => {
    if (faults.none) await put(table, rows)
  }
  const file = await readMarketFile(folder.root, faults)
  if (!file) {
    faults.throwIfAny()
    throw new Error('market.yaml was refused without a fault')
  }
  await putMarket(file.market, sink)
  const home = await readHomeFile(folder.root, file.shared, faults)
  await sink('home_blocks', home.rows)
  await sink('currency_rates', await readRatesFile(folder.root, faults))
  await sink('vouchers', await readVouchersFile(folder, faults))
  await sink('reward_rules', await readRewardsFile(folder, faults))
  const progress: ImportProgress = { phase: 'reading', lines: 0, bytes: 0, totalBytes: folder.totalBytes }
  const onRead = (lines: number, bytes: number): void => {
    progress.lines += lines
    progress.bytes += bytes
    onProgress?.({ ...progress })
  }
  const products = await checkSuppliers({
    root: join(folder.root, 'suppliers'),
    aliases: folder.aliases,
    reviewed: folder.reviewed,
    shared: file.shared,
    faults,
    sink,
    onRead,
    picturesFolder
  })
  faults.throwIfAny()
  onProgress?.({ ...progress, phase: 'writing', bytes: folder.totalBytes })
  return { products, home }
}

const run = async (engine: Engine, path: string, options: ImportOptions): Promise<ImportResult> => {
  const started = performance.now()
  const folder = await openFolder(path)
  let stage: Stage | undefined
  try {
    stage = await openStage(engine)
    const { products, home } = await readMarket(folder, stage.put, options)
    await stage.finish()
    await checkCollections(engine, stage.schema, home)
    const counts = await swapMarket(engine, stage.schema, folder, products, new Date((options.now ?? Date.now)()))
    if (counts.added + counts.changed + counts.withdrawn + counts.otherChanges > 0) await analyzeMarket(engine)
    const seconds = (performance.now() - started) / 1000
    return { suppliers: folder.aliases.length, products, ...counts, seconds, linesPerSecond: Math.round(products / seconds) }
  } finally {
    await stage?.drop()
  }
}

const QUEUE = slot<Promise<unknown>>('imports')

/**
 * Imports a market folder atomically: adds new rows, changes those that differ, withdraws missing ones. Idempotent.
 * Imports of one process are queued. Throws MarketFaults with all faults of the files.
 */
export const importMarket = (engine: Engine, path: string, options: ImportOptions = {}): Promise<ImportResult> => {
  const result = (engine.cache.peek(QUEUE) ?? Promise.resolve()).then(() => run(engine, path, options))
  engine.cache.set(
    QUEUE,
    // The failure reaches this caller; the queue goes on.
    result.catch(() => undefined)
  )
  return result
}
