import { sql } from 'drizzle-orm'
import type { ProductCard } from '#contract/catalogue/calls.ts'
import type { Page } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { fail } from '#server/services/core/fail.ts'
import { readMenu } from './read-menu.ts'
import { ReadyJson } from '#server/services/core/ready-json.ts'

/** Returns the products of a supplier's department, in its own order (GET /products/department/{id}). */
export const departmentProducts = async (
  ctx: Context,
  departmentId: number,
  query: { take: number; skip: number }
): Promise<Page<ProductCard>> => {
  const [row] = await rowsOf<{ supplierId: number }>(
    ctx.readDb,
    sql`select supplier_id as "supplierId" from departments where id = ${departmentId}::int and withdrawn_at is null`
  )
  const { byId } = await ctx.directory.read()
  if (!row || !byId.has(row.supplierId)) throw fail('NOT_FOUND')
  const menu = await readMenu({ ...ctx, inside: true }, { supplierId: row.supplierId, departmentId, ...query })
  if (menu instanceof ReadyJson) throw new Error('an in-process call got a menu as text')
  const { items, totalCount } = menu
  return { items, totalCount }
}
