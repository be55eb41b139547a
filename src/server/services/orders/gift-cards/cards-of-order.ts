import type { OrderGiftCard } from '#contract/orders/gift-cards.ts'
import { GIFT_CARD_STATUS, type PhysicalCardState } from '#domain/gift-cards/gift-card.ts'
import { toAmd } from '#domain/money.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import type { GiftCardRow } from '#server/services/gift-cards/cards.ts'
import { cardLines } from './card-lines.ts'

/** The physical gift cards of an order, as its buyer sees them, in the order of its lines: also those that are not printed yet. */
export const cardsOfOrder = async (ctx: Context, orderId: number): Promise<OrderGiftCard[]> => {
  const lines = (await cardLines(ctx, orderId)).filter(({ partStatus }) => partStatus !== ORDER_STATUS.CANCELLED)
  return lines.flatMap(({ cards, left, value, partStatus }) =>
    // What was delivered before cards had codes of their own has none.
    Array.from({ length: partStatus === ORDER_STATUS.COMPLETELY_DELIVERED ? cards.length : left }, (_, index) => {
      const card = cards[index]
      return {
        code: card && card.soldAt !== null ? card.lastFour : null,
        value: toAmd(value),
        state: card ? stateOf(ctx, card) : 'coming',
        expiresAt: card && card.soldAt !== null ? toIso(card.expiresAt.getTime()) : null
      }
    })
  )
}

const stateOf = ({ now }: Pick<Context, 'now'>, { status, expiresAt, activatedAt, soldAt }: GiftCardRow): PhysicalCardState => {
  if (soldAt === null) return 'coming'
  if (activatedAt !== null) return 'activated'
  return status === GIFT_CARD_STATUS.EXPIRED || expiresAt.getTime() <= now() ? 'expired' : 'delivered'
}
