import { asc, eq } from 'drizzle-orm'
import { ORDER_MODE } from '#domain/enums.ts'
import { GIFT_CARD_STATUS } from '#domain/gift-cards/gift-card.ts'
import { giftCard } from '#domain/ledger/accounts.ts'
import type { Side } from '#domain/ledger/transfer.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import type { GiftCardRow } from '#server/services/gift-cards/cards.ts'
import { sendCode } from '#server/services/gift-cards/send.ts'
import { notifyBuyer } from '#server/services/notifications/notify-gift-cards.ts'
import { refundTenders } from '#server/services/payments/refund-tenders.ts'
import { requestReturn } from '#server/services/receipts/request-receipt.ts'
import type { OrderRow } from '../order-row.ts'
import { setPaidStatus } from '../without-goods/set-paid-status.ts'

const { giftCards } = schema

/** Whether an order is one of electronic gift cards, which has no parts and no lines. */
export const isOfGiftCards = ({ orderMode }: Pick<OrderRow, 'orderMode'>): boolean => orderMode === ORDER_MODE.ELECTRONIC

/** The cards of an order, locked until the end of the transaction. */
const lockCards = (tx: Context, orderId: number): Promise<GiftCardRow[]> =>
  tx.db.select().from(giftCards).where(eq(giftCards.orderId, orderId)).orderBy(asc(giftCards.id)).for('update')

/** A locked order of gift cards is paid: the cards are worth something, and are sent, or wait for their day. */
export const finishGiftOrder = async (tx: Context, order: OrderRow): Promise<void> => {
  await setPaidStatus(tx, order, ORDER_STATUS.COMPLETELY_DELIVERED, { paidAt: new Date(tx.now()), payBefore: null })
  for (const card of await lockCards(tx, order.id)) {
    const [paid] = await tx.db
      .update(giftCards)
      .set({ status: GIFT_CARD_STATUS.RESERVED, balance: card.value })
      .where(eq(giftCards.id, card.id))
      .returning()
    if (!paid) continue
    const isDue = (paid.sendAt?.getTime() ?? 0) <= tx.now()
    await notifyBuyer(tx, order.userId, paid, isDue ? 'sent' : 'waiting')
    if (isDue) await sendCode(tx, paid)
  }
}

/** Whether nobody has entered the code of a card, so that its money can go back. */
export const isUnused = ({ status, ownerId, balance, value }: GiftCardRow): boolean =>
  (status === GIFT_CARD_STATUS.RESERVED || status === GIFT_CARD_STATUS.SOLD) && ownerId === null && balance === value

/**
 * Cancels a locked, paid order of gift cards that nobody has used: their codes are worth nothing then, and the money goes back.
 * UNABLE_TO_CANCEL_ORDER once one was activated, or has expired.
 */
export const cancelGiftOrder = async (tx: Context, order: OrderRow): Promise<void> => {
  const cards = await lockCards(tx, order.id)
  if (order.status !== ORDER_STATUS.COMPLETELY_DELIVERED || !cards.every(isUnused)) throw fail('UNABLE_TO_CANCEL_ORDER', { field: 'id' })
  const sources = cards.map(({ id, value }): Side => [giftCard(id), value])
  const refunded = await refundTenders(tx, order.id, { amount: order.total, sources, reason: 'cancelled' })
  await requestReturn(tx, order.id, { ...refunded, shares: new Map(), giftCards: order.total })
  await endCards(tx, order.id)
  await setPaidStatus(tx, order, ORDER_STATUS.CANCELLED, {})
}

/** The cards of an order that is cancelled are worth nothing. */
export const endCards = async (tx: Context, orderId: number): Promise<void> => {
  await tx.db.update(giftCards).set({ status: GIFT_CARD_STATUS.INACTIVE, balance: 0 }).where(eq(giftCards.orderId, orderId))
}
