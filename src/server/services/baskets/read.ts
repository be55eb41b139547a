import type { Basket, BasketLocation } from '#contract/baskets/calls.ts'
import type { Context } from '#server/context.ts'
import { withGroup } from './group/with-group.ts'
import { isOwnedBy, ownerOf } from './owner.ts'
import { presentBasket } from './present.ts'
import { basketPoints } from './pricing/basket-points.ts'
import { priceLines } from './pricing/price-lines.ts'
import { priceBasket, type PricedBasket } from './pricing/price.ts'
import { readState } from './state.ts'
import { deliveryPoint, requestedAddress } from './location.ts'

interface Read extends BasketLocation {
  useBonusPoints?: boolean
  paymentId?: number
}

/**
 * Returns the caller's basket, formatted, priced for an address or a point, otherwise for the person's default address. With
 * `useBonusPoints` it says what points would pay of it, and what it earns.
 */
export const readBasket = async (ctx: Context, { useBonusPoints = false, paymentId, ...location }: Read = {}): Promise<Basket> => {
  const priced = await pricedBasket(ctx, location)
  const basket = presentBasket(ctx, priced)
  return useBonusPoints && ctx.actor.kind === 'user'
    ? { ...basket, points: await basketPoints(ctx, ctx.actor.userId, priced, paymentId) }
    : basket
}

/** Returns the same basket before formatting; null when the caller has none. One query, address included. */
export const pricedBasket = async (ctx: Context, query: BasketLocation = {}): Promise<PricedBasket | null> => {
  const market = await ctx.directory.read()
  const address = requestedAddress(ctx, query)
  const state = await withGroup(ctx.db, await readState(ctx.db, isOwnedBy(ownerOf(ctx)), { address }), address)
  const point = deliveryPoint(query, state.address)
  const lines = await priceLines(ctx.db, state, market)
  return lines && priceBasket(lines, point, ctx.now(), ctx.config)
}
