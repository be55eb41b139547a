import { sql, type SQL } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { findSupplier } from '#server/services/catalogue/read-supplier.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'

/** Limit of favourites per person. */
export const MAX_FAVOURITES = 500

/** Adds a supplier to the caller's favourites. SUPPLIER_NOT_FOUND; BAD_REQUEST (favorites) beyond 500. */
export const addSupplier = async (ctx: Context, supplierId: number): Promise<{ type: 'supplier'; id: number }> => {
  const { userId } = requireUser(ctx)
  await findSupplier(ctx, { id: supplierId })
  await insert(ctx, userId, sql`supplier_id`, supplierId)
  return { type: 'supplier', id: supplierId }
}

/** Adds a product to the caller's favourites. ARTICLE_NOT_FOUND; BAD_REQUEST (favorites) beyond 500. */
export const addArticle = async (ctx: Context, articleId: number): Promise<{ type: 'article'; id: number }> => {
  const { userId } = requireUser(ctx)
  const [sold] = await rowsOf<{ id: number }>(
    ctx.db,
    sql`select p.id from products p join suppliers s on s.id = p.supplier_id
      where p.id = ${articleId}::int and p.withdrawn_at is null and s.withdrawn_at is null`
  )
  if (!sold) throw fail('ARTICLE_NOT_FOUND')
  await insert(ctx, userId, sql`product_id`, articleId)
  return { type: 'article', id: articleId }
}

const insert = async (ctx: Context, userId: number, column: SQL, id: number): Promise<void> => {
  const own = sql`select 1 from favourites where user_id = ${userId}::int`
  const rows = await rowsOf<{ isKnown: boolean; inserted: number }>(
    ctx.db,
    sql`with existing as (${own} and ${column} = ${id}::int), added as (
      insert into favourites (user_id, ${column}, created_at)
      select ${userId}::int, ${id}::int, ${new Date(ctx.now()).toISOString()}::timestamptz
      where (select count(*) from (${own}) all_of_them) < ${MAX_FAVOURITES}::int
      on conflict do nothing returning 1)
    select exists (select 1 from existing) as "isKnown", (select count(*)::int from added) as inserted`
  )
  const { isKnown = false, inserted = 0 } = rows[0] ?? {}
  if (isKnown || inserted > 0) return
  // A parallel request added it, or the limit is reached.
  const [existing] = await rowsOf(ctx.db, sql`${own} and ${column} = ${id}::int`)
  if (!existing)
    throw fail('BAD_REQUEST', { field: 'favorites', allowed: { kind: 'numbers', min: null, max: MAX_FAVOURITES, whole: true } })
}
