import { Cache } from '#server/cache.ts'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzleLite } from 'drizzle-orm/pglite'
import { migrate as migrateLite } from 'drizzle-orm/pglite/migrator'
import type { Pool } from 'pg'
import { ADVISORY_LOCK } from './advisory-locks.ts'
import { backUpFolder } from './backup.ts'
import type { Db } from './database.ts'
import { folderRefusal, isDiskFull, prepareFolder } from './data-folder.ts'
import { createFullDisk, type FullDisk } from './full-disk.ts'
import { INT8, readInt8 } from './int8.ts'
import { createListener } from './listener.ts'
import { announceUpgrade, migrationState, MIGRATIONS, type MigrateOptions } from './migrations.ts'
import { mainReader, replicaReader, type OnReplicaChange, type Reader } from './reader.ts'
import type { Limits } from './safe-pool.ts'
import { boundWaiting } from './turns.ts'

export type { Db } from './database.ts'

export interface Engine {
  kind: 'pglite' | 'postgres'
  db: Db
  /** Public reads of the catalogue, which may go to a replica. */
  reader: Reader
  /** Runs a text of several statements without parameters. */
  exec(sql: string): Promise<void>
  /** Calls back on NOTIFY; only a wake-up, which may be lost. Returns an unsubscriber. */
  listen(channel: string, wake: () => void): Promise<() => Promise<void>>
  /** Whether the database can still write. */
  readonly disk: FullDisk
  /** Values that live as long as the engine. */
  readonly cache: Cache
  close(): Promise<void>
}

export interface PgliteOptions extends MigrateOptions {
  /** How long a call of a process that serves waits for its turn, in milliseconds; without it, as for an import, any time. */
  waitMs?: number
}

/** Longer than most imports of a changed market, and within the ten seconds in which every call is answered. */
export const SERVING_WAIT_MS = 8_000

const CASING = 'snake_case' as const
/**
 * Pages of its files that PGlite holds. With its default of 128 MB the process grew for hours, until as many pages had been touched; what
 * is not held comes from the system's page cache.
 */
const EMBEDDED_BUFFERS = '32MB'

/**
 * Opens PGlite in `folder`, or in memory when it is null. `dump`: a data folder from dumpDataDir. Migrates older databases; before a
 * migration that changes data the folder is backed up.
 */
export const openPglite = async (folder: string | null, dump?: Blob, options: PgliteOptions = {}): Promise<Engine> => {
  const { PGlite } = await import('@electric-sql/pglite')
  const finish = folder ? prepareFolder(folder) : () => undefined
  const open = () =>
    PGlite.create({
      startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${EMBEDDED_BUFFERS}`],
      parsers: { [INT8]: readInt8 },
      ...(folder ? { dataDir: folder } : {}),
      ...(dump ? { loadDataDir: dump } : {})
    }).catch((cause: unknown) => {
      throw folder ? folderRefusal(folder, cause) : cause
    })
  let client = await open()
  try {
    const state = await migrationState(client)
    const changing = announceUpgrade(state, options)
    if (changing && folder) {
      // Closed, so that nothing writes while the folder is copied.
      await client.close()
      options.log?.(`the data folder was copied to ${backUpFolder(folder, changing.tag)}`)
      client = await open()
    }
    if (state.pending.length > 0) await migrateLite(drizzleLite(client), { migrationsFolder: MIGRATIONS })
  } catch (cause) {
    if (!client.closed) await client.close()
    throw folder && isDiskFull(cause) ? folderRefusal(folder, cause) : cause
  }
  finish()
  if (options.waitMs !== undefined) boundWaiting(client, options.waitMs)
  const db = drizzleLite(client, { casing: CASING })
  return {
    kind: 'pglite',
    disk: createFullDisk(folder),
    cache: new Cache(),
    db: db as unknown as Db,
    reader: mainReader(db as unknown as Db),
    exec: async (sql) => void (await client.exec(sql)),
    listen: async (channel, wake) => client.listen(channel, wake),
    close: () => client.close()
  }
}

export interface PostgresOptions extends MigrateOptions {
  /** Whether statements are prepared on the server; older connection poolers do not support it. */
  prepare?: boolean
  /** False for a process whose parent has already migrated. */
  migrate?: boolean
  /** Time limits of a process that serves; without them, as for an import or a migration, a query may take any time. */
  limits?: Limits | undefined
  /** URL of a replica; `onChange` is called when it starts or stops being used. */
  replica?: { url: string; onChange: OnReplicaChange } | undefined
}

const LISTENER_TIMEOUT_MS = 5_000

/** Opens a PostgreSQL 15+ server. */
export const openPostgres = async (
  url: string,
  pool = 10,
  { prepare = true, migrate = true, limits, replica, ...upgrade }: PostgresOptions = {}
): Promise<Engine> => {
  const [{ default: pg }, { createPreparedClient }, { SafePool, REPLICA_LIMITS }] = await Promise.all([
    import('pg'),
    import('./prepared-client.ts'),
    import('./safe-pool.ts')
  ])
  // Set globally: drizzle uses these type parsers, not those of a pool.
  pg.types.setTypeParser(INT8, readInt8)
  const open = (connectionString: string, poolLimits: Limits | undefined) =>
    new SafePool(
      { connectionString, max: pool, application_name: 'shuka', ...(prepare ? { Client: createPreparedClient() } : {}) },
      poolLimits
    )
  const drizzle = (on: Pool): Db => drizzlePg(on, { casing: CASING }) as unknown as Db
  const client = open(url, limits)
  const replicaPool = replica && open(replica.url, REPLICA_LIMITS)
  const db = drizzle(client)
  if (migrate) await migrateLocked(client, upgrade)
  const listener = createListener(
    () =>
      new pg.Client({
        connectionString: url,
        application_name: 'shuka listener',
        keepAlive: true,
        connectionTimeoutMillis: LISTENER_TIMEOUT_MS,
        query_timeout: LISTENER_TIMEOUT_MS
      })
  )
  return {
    kind: 'postgres',
    disk: createFullDisk(null),
    cache: new Cache(),
    db,
    reader: replica && replicaPool ? replicaReader(client, replicaPool, drizzle, replica.onChange) : mainReader(db),
    exec: async (sql) => void (await client.query(sql)),
    listen: listener.listen,
    close: async () => {
      await listener.close()
      await Promise.all([client.end(), replicaPool?.end()])
    }
  }
}

/** Migrates under an advisory lock: other processes wait and then find nothing to do. A process that dies releases the lock. */
const migrateLocked = async (client: Pool, upgrade: MigrateOptions): Promise<void> => {
  const lock = await client.connect()
  try {
    await lock.query('select pg_advisory_lock($1)', [ADVISORY_LOCK.migrations])
    const state = await migrationState(lock)
    if (announceUpgrade(state, upgrade)) upgrade.log?.('the way back is a dump made before this start (README, "Upgrades")')
    if (state.pending.length > 0) await migratePg(drizzlePg(lock, { casing: CASING }), { migrationsFolder: MIGRATIONS })
  } finally {
    // A lost connection has released its locks.
    await lock.query('select pg_advisory_unlock($1)', [ADVISORY_LOCK.migrations]).catch(() => undefined)
    lock.release()
  }
}
