import type { Basket, BasketPlace } from '#contract/baskets/calls.ts'
import type { Context } from '#server/context.ts'
import { pricedState } from './load.ts'
import { isOwnedBy, ownerOf } from './owner.ts'
import { presentBasket } from './present.ts'
import { priceBasket, type PricedBasket } from './price.ts'
import { readState } from './state.ts'
import { addressOf, pointOf } from './where.ts'

/** The caller's basket priced for an address or a point, else for the person's default address, ready to answer. */
export const readBasket = async (ctx: Context, query: BasketPlace = {}): Promise<Basket> =>
  presentBasket(ctx, await pricedBasket(ctx, query))

/** The same before it is worded; null: the caller has none. One trip, address and all. */
export const pricedBasket = async (ctx: Context, query: BasketPlace = {}): Promise<PricedBasket | null> => {
  const market = await ctx.directory.read()
  const address = addressOf(ctx, query)
  const state = await readState(ctx.db, isOwnedBy(ownerOf(ctx)), { address })
  const point = pointOf(query, state.address)
  const loaded = await pricedState(ctx.db, state, market)
  return loaded && priceBasket(loaded, point, ctx.now(), ctx.config)
}
