import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { BadConfiguration, type Config } from '#server/config.ts'
import { folderRefusal, isDiskFull, refuseForeignFolder } from '#server/db/data-folder.ts'
import { openPglite, SERVING_WAIT_MS, type Engine } from '#server/db/engine.ts'
import { isServerAway } from '#server/db/server-away.ts'
import { startJobs } from '#server/jobs/start.ts'
import type { Kernel } from '#server/kernel.ts'
import type { CountExchange } from '#server/routes/http/limits.ts'
import { ensureDemoMarket } from '#server/market-import/ensure-demo.ts'
import { STORED_BASE } from '#domain/pictures.ts'
import { picturesFolder } from '#server/market-import/pictures.ts'
import { warmSearch } from '#server/search-engine/market-index.ts'
import { assemble, type Marketplace } from './assemble.ts'
import { warmProducts } from '#server/catalogue-memory/warm-products.ts'
import { watchCatalogue, type CatalogueChanged } from './catalogue-watch.ts'
import { acquireLock, type Lock } from './lock/lock.ts'
import { dataDirOf, ROOT } from './folders.ts'
import { beginWork, endWork } from '#server/db/at-work.ts'
import { operate } from './operate.ts'
import { openServingPostgres } from './open-postgres.ts'
import { explainFolder, explainMarket } from './refusals.ts'

export interface OpenMarketplace extends Marketplace {
  pictures: { base: string; folder: string }
  /** Sets the address that other processes on the same folder are told, and warms caches. */
  announce: (address: string) => void
  /** See watchCatalogue. */
  onCatalogueChange: (changed: CatalogueChanged) => () => void
  /** Starts the background jobs, once. */
  work: () => void
  stop: () => Promise<void>
}

export interface OpenOptions {
  /** Aborted when the process has received a stop signal. */
  stopping?: AbortSignal | undefined
  /** Exchanges rate-limit counts with the other workers of this machine. */
  counts?: CountExchange | undefined
  /** See Kernel. */
  lostLogLines?: Kernel['lostLogLines'] | undefined
  /** Another process has migrated and filled the database: this one opens even while the database is away. */
  prepared?: boolean | undefined
  /** Called once when the wait for a database that is away begins. */
  onWait?: (() => Promise<unknown>) | undefined
}

/** Opens the database (the embedded one under its lock) and fills it with the demo market when it is empty. */
export const openMarketplace = async (
  config: Config,
  log: Kernel['log'],
  { stopping, counts, lostLogLines, prepared = false, onWait }: OpenOptions = {}
): Promise<OpenMarketplace> => {
  const dataDir = dataDirOf(config)
  let address: string | null = null
  let engine: Engine | null = null
  let kernel: Kernel | null = null
  const lock = config.DATABASE_URL
    ? null
    : await lockDataFolder(
        dataDir,
        () => address,
        () => engine,
        () => kernel
      ).catch(explainFolder(config))
  try {
    const upgrade = { mayUpgrade: config.DATABASE_MIGRATE, log: (line: string) => log('info', line) }
    const fill = (filled: Engine) => fillMarket(config, filled, log)
    const opened = config.DATABASE_URL
      ? await openServingPostgres({
          url: config.DATABASE_URL,
          pool: config.DATABASE_POOL,
          dataDir,
          log,
          options: { prepare: config.DATABASE_PREPARE, replica: replicaOf(config, log), ...upgrade },
          prepared,
          onWait,
          fill
        })
      : await openPglite(dataDir, undefined, { ...upgrade, waitMs: SERVING_WAIT_MS })
    engine = opened
    if (opened.kind === 'pglite') await fill(opened)
    const market = await assemble(config, opened, log, { stopping, counts, lostLogLines })
    kernel = market.kernel
    let jobs: ReturnType<typeof startJobs> | null = null
    let stopped = false
    return {
      ...market,
      pictures: { base: STORED_BASE, folder: picturesFolder(dataDir) },
      announce: (listeningAddress) => {
        address = listeningAddress
        const { directory } = market.kernel
        for (const warming of [warmProducts(opened.reader.db, directory), warmSearch(directory, () => opened.reader.db)])
          warming.catch((cause: unknown) => stopped || log(isServerAway(cause) ? 'info' : 'error', 'warming caches failed', cause))
      },
      onCatalogueChange: (changed) => watchCatalogue(market.kernel, changed),
      work: () => {
        if (jobs) return
        market.kernel.crashedBefore = beginWork(dataDir)
        jobs = startJobs(market.kernel)
      },
      stop: async () => {
        stopped = true
        if (jobs) await jobs.stop().then(() => endWork(dataDir))
        await opened.close()
        await lock?.release()
      }
    }
  } catch (cause) {
    // The original failure is thrown.
    await engine?.close().catch(() => undefined)
    await lock?.release()
    throw !config.DATABASE_URL && isDiskFull(cause) ? folderRefusal(dataDir, cause) : cause
  }
}

/** Fills an empty database with the market of MARKET_DIR. */
const fillMarket = async (config: Config, engine: Engine, log: Kernel['log']): Promise<void> => {
  const options = { picturesFolder: picturesFolder(dataDirOf(config)) }
  const imported = await ensureDemoMarket(engine, resolve(ROOT, config.MARKET_DIR), options).catch(explainMarket(config))
  if (imported)
    log('info', `imported the market: ${imported.suppliers} suppliers, ${imported.products} products in ${imported.seconds.toFixed(1)} s`)
}

const replicaOf = ({ DATABASE_READ_URL: url }: Config, log: Kernel['log']) =>
  url
    ? {
        url,
        onChange: (used: boolean, reason?: unknown) =>
          used ? log('info', 'the replica is asked') : log('info', 'the replica is not asked: away, or behind', reason)
      }
    : undefined

/** Locks the folder of the embedded database, which belongs to one process; it imports markets for others. */
const lockDataFolder = (
  dataDir: string,
  address: () => string | null,
  engine: () => Engine | null,
  kernel: () => Kernel | null
): Promise<Lock> => {
  if (existsSync(dataDir) && !statSync(dataDir).isDirectory())
    throw new BadConfiguration(`DATA_DIR ${dataDir} is a file. Name a folder, or a path where one can be made.`)
  refuseForeignFolder(dataDir)
  return acquireLock(dataDir, {
    address,
    importMarket: async (path, onProgress) => {
      const open = engine()
      if (!open) throw new Error('the database is not open yet; ask again in a moment')
      const { importMarket } = await import('#server/market-import/import-market.ts')
      return importMarket(open, path, { onProgress, picturesFolder: picturesFolder(dataDir) })
    },
    operate: async (command, words) => {
      const open = kernel()
      if (!open) throw new Error('the database is not open yet; ask again in a moment')
      return operate(open, command, words)
    }
  })
}
