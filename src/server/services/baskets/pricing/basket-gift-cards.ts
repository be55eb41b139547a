import type { BasketGiftCards } from '#contract/baskets/basket.ts'
import { toAmd } from '#domain/money.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { balanceOf, spendableCards, type GiftCardRow } from '#server/services/gift-cards/cards.ts'
import { sharesOfCards, type CardShare } from '#server/services/gift-cards/spend.ts'
import { payableOf } from '#server/services/baskets/group/shares-by-member.ts'
import { billOf } from './bill.ts'
import type { PricedBasket } from './price.ts'

/** What the caller's gift cards would pay of a basket. `ids`: only these of them; what is not there to be spent pays nothing. */
export const basketGiftCards = async (
  ctx: Context,
  userId: number,
  priced: PricedBasket | null,
  ids: readonly number[] = []
): Promise<{ shown: BasketGiftCards; covers: number }> => {
  const cards = await spendableCards(ctx, userId)
  const shares = priced ? cardsCover(ids.length === 0 ? cards : cards.filter(({ id }) => ids.includes(id)), priced) : []
  const covers = shares.reduce((sum, { amount }) => sum + amount, 0)
  const total = priced ? payableOf(priced) : 0
  return { shown: { ...presentGiftCards(cards, shares), left: toAmd(total - covers) }, covers }
}

/** Cards of a person, and what each would pay. */
export const presentGiftCards = (cards: readonly GiftCardRow[], shares: readonly CardShare[]): Omit<BasketGiftCards, 'left'> => ({
  available: toAmd(balanceOf(cards)),
  covers: toAmd(shares.reduce((sum, { amount }) => sum + amount, 0)),
  cards: cards.map(({ id, lastFour, balance, expiresAt }) => ({
    ...{ id, code: lastFour, balance: toAmd(balance), expiresAt: toIso(expiresAt.getTime()) },
    covers: toAmd(shares.find(({ cardId }) => cardId === id)?.amount ?? 0)
  }))
})

/** What cards pay of a basket. */
export const cardsCover = (cards: readonly GiftCardRow[], priced: PricedBasket): CardShare[] => sharesOfCards(cards, billOf(priced).due)
