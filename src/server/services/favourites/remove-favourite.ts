import { sql } from 'drizzle-orm'
import type { FavouriteType } from '#contract/favourites/calls.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'

/** Removes a favourite of the caller, also a withdrawn one; NOT_FOUND when there is none. */
export const removeFavourite = async (ctx: Context, id: number, type: FavouriteType = 'supplier'): Promise<{ removed: true }> => {
  const { userId } = requireUser(ctx)
  const column = type === 'article' ? sql`product_id` : sql`supplier_id`
  const [deleted] = await rowsOf(ctx.db, sql`delete from favourites where user_id = ${userId}::int and ${column} = ${id}::int returning id`)
  if (!deleted) throw fail('NOT_FOUND')
  return { removed: true }
}
