import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres, type Engine, type PostgresOptions } from '#server/db/engine.ts'
import { SERVING_LIMITS } from '#server/db/safe-pool.ts'
import { isDatabaseAway } from '#server/db/server-away.ts'
import type { Kernel } from '#server/kernel.ts'
import { openDatabase, ServerAway } from './postgres-refusals.ts'

const RETRY_MS = 1_000
/** Connections of the engine that migrates and imports. */
const PREPARING_POOL = 4

/** File in the data folder with a hash of the addresses that were opened: their server is waited for, another is reported at once. */
export const KNOWN_DATABASE = 'known-database'

const fingerprintOf = (url: string): string => {
  const { hostname, port, pathname, username } = new URL(url)
  return createHash('sha256').update([username, hostname, port, pathname].join(' ')).digest('hex')
}
const isKnown = (dataDir: string, url: string): boolean => {
  try {
    return readFileSync(join(dataDir, KNOWN_DATABASE), 'utf8') === fingerprintOf(url)
  } catch {
    // The first start, or a data folder that does not last.
    return false
  }
}
const remember = (dataDir: string, url: string): void => {
  if (isKnown(dataDir, url)) return
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(join(dataDir, KNOWN_DATABASE), fingerprintOf(url))
  } catch {
    // A folder that cannot be written: the next start counts as the first.
  }
}

export interface OpenPostgresParts {
  url: string
  pool: number
  dataDir: string
  log: Kernel['log']
  options: Omit<PostgresOptions, 'limits' | 'migrate'>
  /** Migrations and the market are done by another process: opens without asking the server anything. */
  prepared: boolean
  /** Called once when the wait for a server that is away begins. */
  onWait?: (() => Promise<unknown>) | undefined
  /** Fills an empty database. */
  fill: (engine: Engine) => Promise<void>
}

/** Migrates and fills the database, without time limits. A known server is waited for while it is away; other refusals are thrown. */
const prepareDatabase = async ({ url, dataDir, log, options, onWait, fill }: Omit<OpenPostgresParts, 'prepared'>): Promise<void> => {
  for (let waits = false; ; waits = true) {
    try {
      const engine = await openDatabase(url, PREPARING_POOL, { ...options, replica: undefined })
      try {
        await fill(engine)
      } finally {
        await engine.close()
      }
      if (waits) log('info', 'the database answers again')
      return
    } catch (cause) {
      const reason = cause instanceof ServerAway ? cause.message : isDatabaseAway(cause) ? 'The database went away during the start.' : null
      if (reason === null || !isKnown(dataDir, url)) throw cause
      if (!waits) {
        // Listens first: whoever reads the line finds an answer at the address.
        await onWait?.()
        log('error', `${reason} It was here at an earlier start: trying again every second.`)
      }
      await sleep(RETRY_MS)
    }
  }
}

/** Opens the server of DATABASE_URL for serving. Throws BadConfiguration with the reason and the cure. */
export const openServingPostgres = async ({ prepared, ...parts }: OpenPostgresParts): Promise<Engine> => {
  const { url, pool, dataDir, options } = parts
  if (!prepared) {
    await prepareDatabase(parts)
    remember(dataDir, url)
  }
  return openPostgres(url, pool, { ...options, migrate: false, limits: SERVING_LIMITS })
}
