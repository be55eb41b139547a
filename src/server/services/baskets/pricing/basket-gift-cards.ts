import type { BasketGiftCards } from '#contract/baskets/basket.ts'
import { toAmd } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { balanceOf, spendableCards, type GiftCardRow } from '#server/services/gift-cards/cards.ts'
import { sharesOfCards, type CardShare } from '#server/services/gift-cards/spend.ts'
import { hasGiftCards, type PricedBasket } from './price.ts'

/** What the caller's gift cards would pay of a basket. */
export const basketGiftCards = async (
  ctx: Context,
  userId: number,
  priced: PricedBasket | null
): Promise<{ shown: BasketGiftCards; covers: number }> => {
  const cards = await spendableCards(ctx, userId)
  const covers = priced ? cardsCover(cards, priced).reduce((sum, { amount }) => sum + amount, 0) : 0
  const total = priced?.totals.total ?? 0
  return { shown: { available: toAmd(balanceOf(cards)), covers: toAmd(covers), left: toAmd(total - covers) }, covers }
}

/** What cards pay of a basket: nothing of one with gift cards. */
export const cardsCover = (cards: readonly GiftCardRow[], priced: PricedBasket): CardShare[] =>
  hasGiftCards(priced) ? [] : sharesOfCards(cards, priced.totals.total)
