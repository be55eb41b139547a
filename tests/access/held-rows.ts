import { sql } from 'drizzle-orm'
import { rowsOf } from '#server/db/rows.ts'
import type { TestApi } from '#tests/support/api.ts'

/** Columns by which a row belongs to a person, and the rows of the person's own they name. */
const OWNERS: Record<string, string> = {
  user_id: '= $person',
  basket_id: 'in (select id from baskets where user_id = $person)',
  order_id: 'in (select id from orders where user_id = $person)',
  session_id: 'in (select id::text from sessions where user_id = $person)'
}

/** Every row of every table that belongs to a person, as one text: tables to come are in it by their columns. */
export const createHeldRows = async ({ engine: { db } }: TestApi) => {
  const columns = await rowsOf<{ table_name: string; column_name: string }>(
    db,
    sql`select table_name, column_name from information_schema.columns where table_schema = 'public' and column_name in ('user_id', 'basket_id', 'order_id', 'session_id')`
  )
  const queries = columns.map(({ table_name: table, column_name: column }) => ({ table, where: `${column}::text ${OWNERS[column]}` }))
  queries.push({ table: 'users', where: 'id::text = $person' })
  return async (userId: number): Promise<string> => {
    const parts = queries.map(({ table, where }) => {
      const own = where.replaceAll('user_id = $person', `user_id = ${userId}`).replaceAll('$person', `'${userId}'`)
      return `select '${table}' as name, coalesce(json_agg(t order by t::text)::text, '') as rows from ${table} t where ${own.replace('in (select id from', 'in (select id::text from')}`
    })
    const rows = await rowsOf<{ name: string; rows: string }>(db, sql.raw(parts.join(' union all ')))
    return rows
      .filter(({ rows: held }) => held !== '')
      .map(({ name, rows: held }) => `${name}: ${held}`)
      .sort()
      .join('\n')
  }
}
