import { and, desc, eq } from 'drizzle-orm'
import type { BoughtGiftCard } from '#contract/gift-cards/calls.ts'
import { GIFT_CARD_STATUS, type BoughtCardState } from '#domain/gift-cards/gift-card.ts'
import { toAmd } from '#domain/money.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { normalizeEmail } from '#domain/phone.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { countLimit } from '#server/services/core/rate-limit.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import type { GiftCardRow } from '#server/services/gift-cards/cards.ts'
import { photoOf } from '#server/services/gift-cards/photos.ts'
import { sendCode } from '#server/services/gift-cards/send.ts'
import { endsAt, type OrderRow } from '../order-row.ts'
import { printedReceiptsOf } from '#server/services/receipts/receipts-of.ts'
import { isUnused } from './bought-card.ts'

const { giftCards, orders } = schema
const DAY_SECONDS = 86_400
/** A card is no way to send letters to strangers. */
const MAX_LETTERS_A_DAY = 5

/** Returns the gift cards that the caller bought, the newest first (GET /gift-card/orders). */
export const listBoughtCards = async (ctx: Context): Promise<BoughtGiftCard[]> => {
  const { userId } = requireUser(ctx)
  const rows = await ctx.db
    .select({ card: giftCards, order: orders })
    .from(giftCards)
    .innerJoin(orders, eq(orders.id, giftCards.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(desc(giftCards.id))
  const receipts = await printedReceiptsOf(
    ctx,
    rows.map(({ order }) => order.id)
  )
  return Promise.all(rows.map(({ card, order }) => present(ctx, card, order, receipts.get(order.id))))
}

/**
 * Sends a card that the caller bought and nobody has activated to another address, or to the same once more, with a new code
 * (PUT /gift-card/orders/{id}). GIFT_CARD_NOT_FOUND; GIFT_CARD_USED; TOO_MANY_REQUESTS after five letters a
 * day.
 */
export const sendBoughtCard = (ctx: Context, orderId: number, recipientEmail: string): Promise<BoughtGiftCard> => {
  const { userId } = requireUser(ctx)
  return withTransaction(ctx, async (tx) => {
    const [found] = await tx.db
      .select({ card: giftCards, order: orders })
      .from(giftCards)
      .innerJoin(orders, eq(orders.id, giftCards.orderId))
      .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
      .for('update')
    if (!found || found.order.paidAt === null || found.order.status === ORDER_STATUS.CANCELLED)
      throw fail('GIFT_CARD_NOT_FOUND', { field: 'id' })
    if (!isUnused(found.card)) throw fail('GIFT_CARD_USED', { field: 'id' })
    const retryAfter = await countLimit(tx, { key: `gift-card:send:${found.card.id}`, seconds: DAY_SECONDS, max: MAX_LETTERS_A_DAY })
    if (retryAfter !== null) throw fail('TOO_MANY_REQUESTS', { vars: { retryAfter }, data: { retryAfter } })
    const [card] = await tx.db
      .update(giftCards)
      .set({ recipient: normalizeEmail(recipientEmail) })
      .where(eq(giftCards.id, found.card.id))
      .returning()
    if (!card) throw new Error(`gift card ${found.card.id} is locked but was not updated`)
    const receipts = await printedReceiptsOf(tx, [orderId])
    const sent = card.status === GIFT_CARD_STATUS.SOLD ? await sendCode(tx, card) : card
    return present(tx, sent, found.order, receipts.get(orderId))
  })
}

type Printed = Awaited<ReturnType<typeof printedReceiptsOf>> extends Map<number, infer List> ? List : never

const present = async (ctx: Context, card: GiftCardRow, order: OrderRow, receipts: Printed = []): Promise<BoughtGiftCard> => ({
  orderId: order.id,
  orderNumber: order.number,
  value: toAmd(card.value),
  recipient: card.recipient,
  message: card.message,
  design: card.design,
  ...(await photoOf(ctx, card)),
  state: stateOf(card, order),
  sendAt: toIso((card.sendAt ?? card.createdAt).getTime()),
  payBefore: endsAt(order),
  canCancel: order.status === ORDER_STATUS.NEW_NOT_PAID || (order.status !== ORDER_STATUS.CANCELLED && isUnused(card)),
  refunded: toAmd(order.refundedAmount),
  receipts: receipts.map(({ receipt }) => receipt)
})

const stateOf = (card: GiftCardRow, { status }: OrderRow): BoughtCardState => {
  if (status === ORDER_STATUS.CANCELLED) return 'cancelled'
  if (status === ORDER_STATUS.NEW_NOT_PAID) return 'awaiting'
  if (card.status === GIFT_CARD_STATUS.RESERVED) return 'waiting'
  if (card.status !== GIFT_CARD_STATUS.SOLD) return 'activated'
  return card.unreachableAt === null ? 'sent' : 'unreachable'
}
