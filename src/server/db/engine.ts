import { Cache } from '#server/cache.ts'
import { mkdirSync } from 'node:fs'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzleLite } from 'drizzle-orm/pglite'
import { migrate as migrateLite } from 'drizzle-orm/pglite/migrator'
import type { Pool } from 'pg'
import { ADVISORY_LOCK } from './advisory-locks.ts'
import { backUpFolder } from './backup.ts'
import type { Db } from './database.ts'
import { INT8, readInt8 } from './int8.ts'
import { createListener } from './listener.ts'
import { announceUpgrade, migrationState, MIGRATIONS, type MigrateOptions } from './migrations.ts'
import { mainReader, replicaReader, type OnReplicaChange, type Reader } from './reader.ts'
import { schema } from './schema.ts'

export type { Db, Schema } from './database.ts'

export interface Engine {
  kind: 'pglite' | 'postgres'
  db: Db
  /** Reads of the catalogue that may go to a replica. */
  reader: Reader
  /** Runs several statements without parameters in one text. */
  exec(sql: string): Promise<void>
  /** Calls back when another process says so on a channel; only a wake-up, it may be lost. Returns an unsubscriber. */
  listen(channel: string, wake: () => void): Promise<() => Promise<void>>
  /** What belongs to this database as long as it is open. */
  readonly cache: Cache
  close(): Promise<void>
}

const CASING = 'snake_case' as const

/**
 * PostgreSQL in this process, in `folder`, or in memory when it is null. `dump` is a data folder made by dumpDataDir. An older database is
 * upgraded; before a migration that changes data a copy of the folder is made.
 */
export const openPglite = async (folder: string | null, dump?: Blob, options: MigrateOptions = {}): Promise<Engine> => {
  const { PGlite } = await import('@electric-sql/pglite')
  if (folder) mkdirSync(folder, { recursive: true })
  const open = () =>
    PGlite.create({
      parsers: { [INT8]: readInt8 },
      ...(folder ? { dataDir: folder } : {}),
      ...(dump ? { loadDataDir: dump } : {})
    })
  let client = await open()
  try {
    const state = await migrationState(client)
    const changing = announceUpgrade(state, options)
    if (changing && folder) {
      // Nothing may write while the folder is copied.
      await client.close()
      options.log?.(`the data folder was copied to ${backUpFolder(folder, changing.tag)}`)
      client = await open()
    }
    if (state.pending.length > 0) await migrateLite(drizzleLite(client), { migrationsFolder: MIGRATIONS })
  } catch (cause) {
    if (!client.closed) await client.close()
    throw cause
  }
  const db = drizzleLite(client, { schema, casing: CASING })
  return {
    kind: 'pglite',
    cache: new Cache(),
    db: db as unknown as Db,
    reader: mainReader(db as unknown as Db),
    exec: async (sql) => void (await client.exec(sql)),
    listen: async (channel, wake) => client.listen(channel, wake),
    close: () => client.close()
  }
}

export interface PostgresOptions extends MigrateOptions {
  /** Statements are prepared on the server, which poolers of older make do not carry. */
  prepare?: boolean
  /** False for a process whose parent has already brought the tables up to date. */
  migrate?: boolean
  /** Address of a replica, and who hears when it comes into use or goes out of it. */
  replica?: { url: string; onChange: OnReplicaChange } | undefined
}

/** A replica that hangs is as good as gone. */
const REPLICA_LIMITS = { connectionTimeoutMillis: 2_000, query_timeout: 5_000 }

/** A PostgreSQL 15+ server. */
export const openPostgres = async (
  url: string,
  pool = 10,
  { prepare = true, migrate = true, replica, ...upgrade }: PostgresOptions = {}
): Promise<Engine> => {
  const [{ default: pg }, { createPreparedClient }] = await Promise.all([import('pg'), import('./prepared-client.ts')])
  // For the whole process: drizzle asks these and no pool's own.
  pg.types.setTypeParser(INT8, readInt8)
  const open = (connectionString: string, limits: object = {}) => {
    const created = new pg.Pool({
      connectionString,
      max: pool,
      application_name: 'shuka',
      ...(prepare ? { Client: createPreparedClient() } : {}),
      ...limits
    })
    // An idle connection that breaks is replaced by the pool; the next query tells if the server is gone.
    return created.on('error', () => undefined)
  }
  const drizzle = (on: Pool): Db => drizzlePg(on, { schema, casing: CASING }) as unknown as Db
  const client = open(url)
  const replicaPool = replica && open(replica.url, REPLICA_LIMITS)
  const db = drizzle(client)
  if (migrate) await migrateLocked(client, upgrade)
  const listener = createListener(() => new pg.Client({ connectionString: url, application_name: 'shuka listener', keepAlive: true }))
  return {
    kind: 'postgres',
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

/** One process at a time: the others wait, and then find nothing to do. One that dies leaves the lock and no half migration. */
const migrateLocked = async (client: Pool, upgrade: MigrateOptions): Promise<void> => {
  const lock = await client.connect()
  try {
    await lock.query('select pg_advisory_lock($1)', [ADVISORY_LOCK.migrations])
    const state = await migrationState(lock)
    if (announceUpgrade(state, upgrade)) upgrade.log?.('the way back is a dump made before this start (README, "Upgrades")')
    if (state.pending.length > 0) await migratePg(drizzlePg(lock, { schema, casing: CASING }), { migrationsFolder: MIGRATIONS })
  } finally {
    // A connection that is gone has let go of its locks.
    await lock.query('select pg_advisory_unlock($1)', [ADVISORY_LOCK.migrations]).catch(() => undefined)
    lock.release()
  }
}
