import { sql } from 'drizzle-orm'
import type { Basket } from '#contract/baskets.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { isOwnedBy, ownerOf, type BasketRow, type Owner } from './owner.ts'
import { readBasket } from './read.ts'

/** Locks the basket by counting its version up, in one statement; null when the owner has none. Only inside a transaction. */
export const lockBasket = async (ctx: Context, owner: Owner): Promise<BasketRow | null> => {
  const { baskets } = schema
  const [row] = await ctx.db
    .update(baskets)
    .set({ version: sql`${baskets.version} + 1`, updatedAt: new Date(ctx.now()) })
    .where(isOwnedBy(owner))
    .returning()
  return row ?? null
}

/** The same, making the basket when there is none; two first additions at once end in one basket. */
export const lockOrCreateBasket = async (ctx: Context, owner: Owner): Promise<BasketRow> => {
  const { baskets } = schema
  const existing = await lockBasket(ctx, owner)
  if (existing) return existing
  const [row] = await ctx.db
    .insert(baskets)
    .values({ ...owner, updatedAt: new Date(ctx.now()) })
    .onConflictDoUpdate({
      target: 'userId' in owner ? baskets.userId : baskets.anonymousId,
      set: { version: sql`${baskets.version} + 1` }
    })
    .returning()
  if (!row) throw new Error('a basket that was just written is gone')
  return row
}

/** Changes the caller's basket under its lock and answers it as it is then. Nothing happens when there is none, unless `create`. */
export const changeBasket = async (
  ctx: Context,
  work: (ctx: Context, basket: BasketRow) => Promise<void>,
  options: { create?: boolean; whenMissing?: () => never } = {}
): Promise<Basket> => {
  const owner = ownerOf(ctx)
  await withTransaction(ctx, async (tx) => {
    const basket = options.create ? await lockOrCreateBasket(tx, owner) : await lockBasket(tx, owner)
    if (basket) await work(tx, basket)
    else options.whenMissing?.()
  })
  return readBasket(ctx)
}
