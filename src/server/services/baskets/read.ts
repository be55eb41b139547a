import type { Basket, BasketLocation } from '#contract/baskets/calls.ts'
import { WALLET_TYPE } from '#domain/rewards/wallet-entry.ts'
import type { Context } from '#server/context.ts'
import { withGroup } from './group/with-group.ts'
import { isOwnedBy, ownerOf } from './owner.ts'
import { presentBasket } from './present.ts'
import { basketGiftCards } from './pricing/basket-gift-cards.ts'
import { basketCorporateWallet } from './pricing/basket-corporate-wallet.ts'
import { basketPoints } from './pricing/basket-points.ts'
import { priceLines } from './pricing/price-lines.ts'
import { priceBasket, type PricedBasket } from './pricing/price.ts'
import { readState } from './state.ts'
import { deliveryPoint, requestedAddress } from './location.ts'

interface Read extends BasketLocation {
  useBonusPoints?: boolean
  useGiftCard?: boolean
  cards?: readonly number[]
  paymentId?: number
  walletType?: number
}

/**
 * Returns the caller's basket, formatted, priced for an address or a point, otherwise for the person's default address. With
 * `useBonusPoints` it says what points would pay of it, and what it earns; with `useGiftCard`, true or false, what gift cards would pay,
 * or those of `cards`: where it is true, points pay what they leave; with the type of the corporate wallet, what is in that.
 */
export const readBasket = async (
  ctx: Context,
  { useBonusPoints = false, useGiftCard, cards: cardIds, paymentId, walletType, ...location }: Read = {}
): Promise<Basket> => {
  const priced = await pricedBasket(ctx, location)
  const basket = presentBasket(ctx, priced)
  if (ctx.actor.kind !== 'user') return basket
  const { userId } = ctx.actor
  const cards = useGiftCard === undefined ? null : await basketGiftCards(ctx, userId, priced, cardIds)
  const byCards = (useGiftCard && cards?.covers) || 0
  return {
    ...basket,
    ...(cards && { giftCards: cards.shown }),
    ...(walletType === WALLET_TYPE.CORPORATE && (await basketCorporateWallet(ctx, userId, priced))),
    ...(useBonusPoints && { points: await basketPoints(ctx, userId, priced, { paymentId, byCards }) })
  }
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
