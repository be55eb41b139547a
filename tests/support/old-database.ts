import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MIGRATIONS, readMigrations } from '#server/db/migrations.ts'

export type Row = Record<string, unknown>
/** A statement on either engine's own driver. */
export type Query = (text: string, values?: unknown[]) => Promise<Row[]>

/** All migrations of today, oldest first. */
export const MIGRATIONS_OF_TODAY = readMigrations()

/** A folder with the first so many migrations: what an older build had. */
export const olderMigrations = (count: number): string => {
  const folder = join(mkdtempSync(join(tmpdir(), 'shuka-migrations-')), 'migrations')
  cpSync(MIGRATIONS, folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: unknown[] }
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
  return folder
}

export interface Column {
  name: string
  type: string
  /** The database counts it. */
  counted: boolean
}
interface Reference {
  columns: string[]
  target: string
  targets: string[]
}
export interface Table {
  name: string
  columns: Column[]
  references: Reference[]
}

/** Tables as they are in the database now, each after those it refers to. */
export const readTables = async (query: Query): Promise<Table[]> => {
  const columns = (await query(
    `select table_name as "table", column_name as name, data_type as type,
            coalesce(column_default like 'nextval%' and data_type <> 'text', false) or is_identity = 'YES' as counted
     from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`
  )) as unknown as (Column & { table: string })[]
  const references = (await query(
    `select t.relname as "table", f.relname as target,
            (select json_agg(a.attname order by k.i) from unnest(c.conkey) with ordinality k(n, i)
               join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n) as columns,
            (select json_agg(a.attname order by k.i) from unnest(c.confkey) with ordinality k(n, i)
               join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.n) as targets
     from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class f on f.oid = c.confrelid where c.contype = 'f'`
  )) as unknown as (Reference & { table: string })[]
  const tables = [...new Set(columns.map(({ table }) => table))].map((name) => ({
    name,
    columns: columns.filter(({ table }) => table === name),
    references: references.filter(({ table }) => table === name)
  }))
  const sorted: Table[] = []
  while (sorted.length < tables.length) {
    const ready = tables.filter(
      (table) => !sorted.includes(table) && table.references.every(({ target }) => sorted.some(({ name }) => name === target))
    )
    if (ready.length === 0) throw new Error('tables refer to each other in a circle')
    sorted.push(...ready)
  }
  return sorted
}

/** Every row of every table, by table. */
export const readRows = async (query: Query, tables: readonly Table[]): Promise<Map<string, Row[]>> => {
  const rows = new Map<string, Row[]>()
  for (const { name } of tables) {
    const found = await query(`select to_jsonb(t) as row from "${name}" t order by to_jsonb(t)::text`)
    rows.set(
      name,
      found.map(({ row }) => row as Row)
    )
  }
  return rows
}

/** Writes rows into a table; of what they hold, only the columns it has. Answers the rows as stored. */
export const writeRows = async (query: Query, { name, columns }: Table, rows: readonly Row[]): Promise<Row[]> => {
  const stored: Row[] = []
  for (const row of rows) {
    const names = columns.filter((column) => row[column.name] !== undefined).map((column) => `"${column.name}"`)
    const found = await query(
      `insert into "${name}" (${names.join(', ')}) select ${names.join(', ')} from jsonb_populate_record(null::"${name}", $1::jsonb)
       returning to_jsonb("${name}") as row`,
      [JSON.stringify(row)]
    )
    stored.push(found[0]?.row as Row)
  }
  return stored
}

/** Rows that were written with their ids are counted on from there. */
export const countOn = async (query: Query, tables: readonly Table[]): Promise<void> => {
  for (const { name, columns } of tables)
    for (const column of columns.filter(({ counted }) => counted))
      await query(`select setval(pg_get_serial_sequence('"${name}"', '${column.name}'), (select max("${column.name}") from "${name}"))`)
}
