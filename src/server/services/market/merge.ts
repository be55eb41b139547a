import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/engine.ts'

/** How one table takes over what stands in another, by statements over whole sets. Names are SQL and come from this folder only. */
export interface Merge {
  target: string
  /** A table or a query, with one row for each that should stand in the target. */
  source: string
  key: readonly string[]
  columns: readonly string[]
  /** Columns that decide whether a row differs; all of them unless said. */
  compare?: readonly string[]
  /** What happens to rows that the source no longer holds. */
  gone: 'withdraw' | 'deactivate' | 'delete' | 'keep'
}

/** Rows of a raw statement; both drivers answer with `rows`. The caller vouches for the type of a row. */
export const rowsOf = async <Row>(db: Db, statement: SQL): Promise<Row[]> => {
  const result: unknown = await db.execute(statement)
  return (result as { rows: Row[] }).rows
}

/** Runs a statement and answers how many rows it wrote. The same way on both drivers. */
export const written = async (tx: Db, statement: SQL): Promise<number> => {
  const [row] = await rowsOf<{ n: number }>(tx, sql`with w as (${statement} returning 1) select count(*)::int as n from w`)
  return row?.n ?? 0
}

const list = (names: readonly string[], alias = ''): string => names.map((name) => `${alias}"${name}"`).join(', ')
const keyed = (key: readonly string[]): string => key.map((name) => `t."${name}" = s."${name}"`).join(' and ')

export const updateOf = ({ target, source, key, columns, compare = columns, gone }: Merge): SQL => {
  const back = gone === 'withdraw'
  const set = [...columns.map((name) => `"${name}" = s."${name}"`), ...(back ? ['withdrawn_at = null'] : [])]
  const differs = `(${list(compare, 't.')}) is distinct from (${list(compare, 's.')})${back ? ' or t.withdrawn_at is not null' : ''}`
  return sql.raw(`update ${target} t set ${set.join(', ')} from ${source} s where ${keyed(key)} and (${differs})`)
}

export const insertOf = ({ target, source, key, columns }: Merge): SQL => {
  const names = [...key, ...columns]
  return sql.raw(
    `insert into ${target} (${list(names)}) select ${list(names, 's.')} from ${source} s where not exists (select 1 from ${target} t where ${keyed(key)})`
  )
}

export const endOf = ({ target, source, key, gone }: Merge, now: Date): SQL | null => {
  const absent = sql.raw(`not exists (select 1 from ${source} s where ${keyed(key)})`)
  const table = sql.raw(target)
  if (gone === 'withdraw')
    return sql`update ${table} t set withdrawn_at = ${now.toISOString()}::timestamptz where t.withdrawn_at is null and ${absent}`
  if (gone === 'deactivate') return sql`update ${table} t set active = false where t.active and ${absent}`
  if (gone === 'delete') return sql`delete from ${table} t where ${absent}`
  return null
}

/** Updates what differs, inserts what is new, ends what is gone. Answers the rows written; the same again writes none. */
export const merge = async (tx: Db, spec: Merge, now: Date): Promise<number> => {
  const end = endOf(spec, now)
  const ended = end ? await written(tx, end) : 0
  return ended + (await written(tx, updateOf(spec))) + (await written(tx, insertOf(spec)))
}
