import { and, eq, inArray } from 'drizzle-orm'
import type { Basket } from '#contract/baskets.ts'
import { openStateAt } from '#domain/opening-hours.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { changeBasket } from './change.ts'
import { loadBasket } from './load.ts'

/** Removes the lines of suppliers that are withdrawn, or closed in all their branches just now. */
export const removeUnavailable = async (ctx: Context): Promise<Basket> => {
  const market = await ctx.directory.read()
  return changeBasket(ctx, async (tx, basket) => {
    const loaded = await loadBasket(tx.db, eq(schema.baskets.id, basket.id), market)
    const closed = (loaded?.lines ?? []).filter(({ supplierId }) => {
      const supplier = market.byId.get(supplierId)
      return !supplier?.branches.some(({ schedule }) => openStateAt(schedule, ctx.now()).open)
    })
    if (closed.length === 0) return
    const { basketItems } = schema
    const ids = closed.map(({ id }) => id)
    await tx.db.delete(basketItems).where(and(eq(basketItems.basketId, basket.id), inArray(basketItems.id, ids)))
  })
}
