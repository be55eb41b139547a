import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { BadConfiguration, type Config } from '#server/config.ts'
import { openPglite, openPostgres, type Engine } from '#server/db/engine.ts'
import { startJobs } from '#server/jobs/start.ts'
import type { Kernel } from '#server/routes/caller.ts'
import { catalogueVersion } from '#server/services/catalogue/directory.ts'
import { ensureDemoMarket } from '#server/services/market/ensure-demo.ts'
import { importMarket } from '#server/services/market/import-market.ts'
import { picturesFolder, STORED_BASE } from '#server/services/market/pictures.ts'
import { assemble, type Marketplace } from './assemble.ts'
import { acquireLock, type Lock } from './lock.ts'

export interface OpenMarketplace extends Marketplace {
  pictures: { base: string; folder: string }
  /** Tells a second process on the same folder where this one listens. */
  announce: (address: string) => void
  /** Calls back within a second of a catalogue change in any process. Returns an unsubscriber. */
  onCatalogueChange: (changed: () => void) => () => void
  stop: () => Promise<void>
}

const WATCH_MS = 500

/** Opens the database (the embedded one under its lock), fills it with the demo market when it is empty, starts the jobs. */
export const openMarketplace = async (config: Config, dataDir: string, log: Kernel['log']): Promise<OpenMarketplace> => {
  let address: string | null = null
  let engine: Engine | null = null
  if (!config.DATABASE_URL && existsSync(dataDir) && !statSync(dataDir).isDirectory())
    throw new BadConfiguration(`DATA_DIR ${dataDir} is a file. Name a folder, or a path where one can be made.`)
  const lock: Lock | null = config.DATABASE_URL
    ? null
    : await acquireLock(dataDir, {
        address: () => address,
        importMarket: (path, onProgress) => {
          if (!engine) throw new Error('the database is not open yet; ask again in a moment')
          return importMarket(engine, path, { onProgress, picturesFolder: picturesFolder(dataDir) })
        }
      })
  try {
    const opened = config.DATABASE_URL ? await openPostgres(config.DATABASE_URL, config.DATABASE_POOL) : await openPglite(dataDir)
    engine = opened
    const imported = await ensureDemoMarket(opened, resolve(import.meta.dirname, '../../..', config.MARKET_DIR), {
      picturesFolder: picturesFolder(dataDir)
    })
    if (imported)
      log('info', `took in the market: ${imported.suppliers} suppliers, ${imported.products} products in ${imported.seconds.toFixed(1)} s`)
    const market = assemble(config, opened, log)
    const jobs = startJobs(market.kernel)
    return {
      ...market,
      pictures: { base: STORED_BASE, folder: picturesFolder(dataDir) },
      announce: (where) => void (address = where),
      onCatalogueChange: (changed) => watchCatalogue(opened, market.kernel, changed),
      stop: async () => {
        await jobs.stop()
        await opened.close()
        await lock?.release()
      }
    }
  } catch (cause) {
    await engine?.close().catch(() => undefined)
    await lock?.release()
    throw cause
  }
}

const watchCatalogue = (engine: Engine, kernel: Kernel, changed: () => void): (() => void) => {
  let known: number | null = null
  let asking = false
  const look = async (): Promise<void> => {
    if (asking) return
    asking = true
    try {
      const version = await catalogueVersion(engine.db)
      if (known !== null && version !== known) {
        kernel.directory.invalidate()
        changed()
      }
      known = version
    } catch (cause) {
      kernel.log('error', 'looking for catalogue changes', cause)
    } finally {
      asking = false
    }
  }
  const timer = setInterval(() => void look(), WATCH_MS)
  timer.unref()
  void look()
  return () => clearInterval(timer)
}
