import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/engine.ts'
import { rowsOf } from '#server/db/rows.ts'

/** Describes how a table is merged from another by set statements. Names are raw SQL and come from this folder only. */
export interface Merge {
  target: string
  /** A table or query with the rows that the target should have. */
  source: string
  key: readonly string[]
  columns: readonly string[]
  /** Columns that are compared; defaults to `columns`. */
  compare?: readonly string[]
  /** What happens to rows that are missing in the source. */
  gone: 'withdraw' | 'deactivate' | 'delete' | 'keep'
  /** SQL for the rows `t` of the target that come from the market; missing where all do. */
  ofMarket?: string
  /** SQL for the supplier of a row `t` of the target; missing where a row concerns all suppliers. */
  supplier?: string
}

/** Suppliers that an import changed; `all`: shared data changed. */
export interface Touched {
  ids: Set<number>
  all: boolean
}

/**
 * Runs a statement and returns how many rows it wrote, the same on both drivers. `supplier` is SQL for the supplier of a written row,
 * which is added to `touched`; without it written rows concern all suppliers.
 */
export const writeCounted = async (tx: Db, statement: SQL, touched: Touched, supplier?: string): Promise<number> => {
  const [row] = await rowsOf<{ n: number; ids: number[] | null }>(
    tx,
    sql`with w as (${statement} returning ${sql.raw(supplier ?? 'null::int')} as supplier_id)
      select count(*)::int as n, json_agg(distinct supplier_id) as ids from w`
  )
  const { n = 0, ids = null } = row ?? {}
  if (n > 0 && !supplier) touched.all = true
  if (supplier) for (const id of ids ?? []) touched.ids.add(id)
  return n
}

const columnList = (names: readonly string[], alias = ''): string => names.map((name) => `${alias}"${name}"`).join(', ')
const joinCondition = (key: readonly string[]): string => key.map((name) => `t."${name}" = s."${name}"`).join(' and ')

export const updateOf = ({ target, source, key, columns, compare = columns, gone }: Merge): SQL => {
  const back = gone === 'withdraw'
  const set = [...columns.map((name) => `"${name}" = s."${name}"`), ...(back ? ['withdrawn_at = null'] : [])]
  const differs = `(${columnList(compare, 't.')}) is distinct from (${columnList(compare, 's.')})${back ? ' or t.withdrawn_at is not null' : ''}`
  return sql.raw(`update ${target} t set ${set.join(', ')} from ${source} s where ${joinCondition(key)} and (${differs})`)
}

export const insertOf = ({ target, source, key, columns }: Merge): SQL => {
  const names = [...key, ...columns]
  return sql.raw(
    `insert into ${target} as t (${columnList(names)}) select ${columnList(names, 's.')} from ${source} s
      where not exists (select 1 from ${target} t where ${joinCondition(key)})`
  )
}

export const removalOf = ({ target, source, key, gone, ofMarket = 'true' }: Merge, now: Date): SQL | null => {
  const absent = sql.raw(`${ofMarket} and not exists (select 1 from ${source} s where ${joinCondition(key)})`)
  const table = sql.raw(target)
  if (gone === 'withdraw')
    return sql`update ${table} t set withdrawn_at = ${now.toISOString()}::timestamptz where t.withdrawn_at is null and ${absent}`
  if (gone === 'deactivate') return sql`update ${table} t set active = false where t.active and ${absent}`
  if (gone === 'delete') return sql`delete from ${table} t where ${absent}`
  return null
}

/** Updates rows that differ, inserts new ones, removes missing ones. Returns the number of rows written; idempotent. */
export const merge = async (tx: Db, spec: Merge, now: Date, touched: Touched): Promise<number> => {
  const write = (statement: SQL): Promise<number> => writeCounted(tx, statement, touched, spec.supplier)
  const removal = removalOf(spec, now)
  const removed = removal ? await write(removal) : 0
  return removed + (await write(updateOf(spec))) + (await write(insertOf(spec)))
}
