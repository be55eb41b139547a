import { toAmd } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { requireUser } from '#server/services/core/access.ts'
import { balanceOf, spendableCards } from '#server/services/gift-cards/cards.ts'
import { pricedBasket } from '../read.ts'
import { cardsCover } from './basket-gift-cards.ts'

/** Returns what the caller's gift cards can pay (GET /gift-card/balance). `fromAlloed`: nothing where they cannot pay the basket. */
export const giftCardBalance = async (ctx: Context, fromAlloed: boolean): Promise<{ balance: number; count: number }> => {
  const { userId } = requireUser(ctx)
  const cards = await spendableCards(ctx, userId)
  const priced = fromAlloed ? await pricedBasket(ctx) : null
  const isRefused = priced !== null && priced.lines.length > 0 && cardsCover(cards, priced).length === 0
  return isRefused ? { balance: 0, count: 0 } : { balance: toAmd(balanceOf(cards)), count: cards.length }
}
