import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzleLite } from 'drizzle-orm/pglite'
import { migrate as migrateLite } from 'drizzle-orm/pglite/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

export type Schema = typeof schema
/** The handle of either engine, and of a transaction on it. */
export type Db = PgDatabase<PgQueryResultHKT, Schema>

export interface Engine {
  kind: 'pglite' | 'postgres'
  db: Db
  /** Runs several statements without parameters in one text. */
  exec(sql: string): Promise<void>
  /** Calls back when another process says so on a channel; only a wake-up, it may be lost. Returns an unsubscriber. */
  listen(channel: string, wake: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

const MIGRATIONS = join(import.meta.dirname, 'migrations')
const CASING = 'snake_case' as const

/** PostgreSQL in this process, in `folder`, or in memory when it is null. `dump` is a data folder made by dumpDataDir. */
export const openPglite = async (folder: string | null, dump?: Blob): Promise<Engine> => {
  const [{ PGlite }, { pg_trgm }, { unaccent }, { fuzzystrmatch }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('@electric-sql/pglite/contrib/unaccent'),
    import('@electric-sql/pglite/contrib/fuzzystrmatch')
  ])
  if (folder) mkdirSync(folder, { recursive: true })
  const client = await PGlite.create({
    ...(folder ? { dataDir: folder } : {}),
    ...(dump ? { loadDataDir: dump } : {}),
    extensions: { pg_trgm, unaccent, fuzzystrmatch }
  })
  const db = drizzleLite(client, { schema, casing: CASING })
  if (!dump) await migrateLite(db, { migrationsFolder: MIGRATIONS })
  return {
    kind: 'pglite',
    db: db as unknown as Db,
    exec: async (sql) => void (await client.exec(sql)),
    listen: async (channel, wake) => client.listen(channel, wake),
    close: () => client.close()
  }
}

/** A PostgreSQL 15+ server with pg_trgm. */
export const openPostgres = async (url: string, pool = 10): Promise<Engine> => {
  const { default: pg } = await import('pg')
  const client = new pg.Pool({ connectionString: url, max: pool, application_name: 'shuka' })
  // An idle connection that breaks is replaced by the pool; the next query tells if the server is gone.
  client.on('error', () => undefined)
  const db = drizzlePg(client, { schema, casing: CASING })
  const lock = await client.connect()
  try {
    await lock.query('select pg_advisory_lock(7411)')
    await migratePg(db, { migrationsFolder: MIGRATIONS })
  } finally {
    await lock.query('select pg_advisory_unlock(7411)').catch(() => undefined)
    lock.release()
  }
  return {
    kind: 'postgres',
    db: db as unknown as Db,
    exec: async (sql) => void (await client.query(sql)),
    listen: async (channel, wake) => {
      const own = new pg.Client({ connectionString: url })
      own.on('notification', wake)
      own.on('error', () => undefined)
      await own.connect()
      await own.query(`listen "${channel.replaceAll('"', '')}"`)
      return () => own.end()
    },
    close: () => client.end()
  }
}
