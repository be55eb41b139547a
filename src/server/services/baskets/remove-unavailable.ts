import type { Basket } from '#contract/baskets/calls.ts'
import { openStateAt } from '#domain/time/opening-hours.ts'
import type { Context } from '#server/context.ts'
import { changeBasket } from './change.ts'

/** Removes the lines of suppliers that are withdrawn, or whose branches are all closed now. */
export const removeUnavailable = (ctx: Context): Promise<Basket> =>
  changeBasket(ctx, (_, { lines, products }, market) => {
    const closed = lines.filter(({ productId }) => {
      const supplier = market.byId.get(products.get(productId)?.supplierId ?? 0)
      return !supplier?.branches.some(({ schedule }) => openStateAt(schedule, ctx.now()).open)
    })
    return { removedIds: closed.map(({ id }) => id), lines: [] }
  })
