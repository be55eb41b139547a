import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Engine } from '#server/db/engine.ts'
import { rowsOf } from '#server/db/rows.ts'
import { STAGED, type Sink, type StagedRow, type StagedTable } from './rows.ts'

/** Rows per insert: few enough that readers of the embedded database wait only milliseconds. */
const BATCH = 500
const PREFIX = 'market_import_'
/** Stages of killed imports are dropped after this time. */
const STALE_MS = 24 * 3_600_000

/** Staging tables of one import, in a schema of their own. */
export interface Stage {
  schema: string
  put: Sink
  /** Flushes all rows and analyzes the tables. */
  finish(): Promise<void>
  drop(): Promise<void>
}

const dropStale = async (engine: Engine, now: number): Promise<void> => {
  const found = await rowsOf<{ name: string }>(engine.db, sql`select nspname as name from pg_namespace where nspname like ${`${PREFIX}%`}`)
  for (const { name } of found) {
    const started = parseInt(name.slice(PREFIX.length), 36)
    // The embedded database has one process with queued imports: any existing stage is stale.
    if (engine.kind === 'pglite' || now - started > STALE_MS) await engine.exec(`drop schema if exists "${name}" cascade`)
  }
}

const definition = (schema: string, table: StagedTable): string => {
  const columns = Object.entries(STAGED[table]).map(([name, type]) => `"${name}" ${type}`)
  return `create unlogged table "${schema}"."${table}" (${columns.join(', ')});`
}

const insertOf = (schema: string, table: StagedTable, json: string) => {
  const columns = Object.entries(STAGED[table])
  const names = columns.map(([name]) => `"${name}"`).join(', ')
  const shape = columns.map(([name, type]) => `"${name}" ${type}`).join(', ')
  return sql`insert into ${sql.raw(`"${schema}"."${table}" (${names}) select ${names}`)} from json_to_recordset(${json}::json) as ${sql.raw(`r (${shape})`)}`
}

/** Creates the staging tables of an import. Rows are written in batches while the next ones are read. */
export const openStage = async (engine: Engine): Promise<Stage> => {
  const now = Date.now()
  await dropStale(engine, now)
  const schema = `${PREFIX}${now.toString(36)}_${randomBytes(4).toString('hex')}`
  const tables = Object.keys(STAGED) as StagedTable[]
  await engine.exec(`create schema "${schema}"; ${tables.map((table) => definition(schema, table)).join(' ')}`)

  const pending = new Map<StagedTable, StagedRow[]>(tables.map((table) => [table, []]))
  let writing: Promise<unknown> = Promise.resolve()
  const flush = async (table: StagedTable, least: number): Promise<void> => {
    const rows = pending.get(table) ?? []
    while (rows.length >= least && rows.length > 0) {
      const texts = rows.splice(0, BATCH).map((row) => (typeof row === 'string' ? row : JSON.stringify(row)))
      const json = `[${texts.join(',')}]`
      await writing
      // A drizzle query runs each time it is awaited: awaited exactly once here.
      writing = (async () => await engine.db.execute(insertOf(schema, table, json)))()
      // The failure is thrown by the next await; until then it must not be unhandled.
      writing.catch(() => undefined)
    }
  }
  return {
    schema,
    put: async (table, rows) => {
      const list = pending.get(table) ?? []
      for (const row of rows) list.push(row)
      await flush(table, BATCH)
    },
    finish: async () => {
      for (const table of tables) await flush(table, 1)
      await writing
      await engine.exec(tables.map((table) => `analyze "${schema}"."${table}";`).join(' '))
    },
    drop: async () => {
      // The original failure is thrown.
      await writing.catch(() => undefined)
      await engine.exec(`drop schema if exists "${schema}" cascade`)
    }
  }
}
