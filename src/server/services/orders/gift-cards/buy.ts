import { eq } from 'drizzle-orm'
import type { NewGiftCardOrder } from '#contract/gift-cards/calls.ts'
import type { PlacedOrder } from '#contract/orders/calls.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { GIFT_CARD_DAYS_AHEAD, GIFT_CARD_STATUS } from '#domain/gift-cards/gift-card.ts'
import { checkedAmount, fromAmd } from '#domain/money.ts'
import { normalizeEmail } from '#domain/phone.ts'
import { hasContacts } from '#domain/reviews/contacts-in.ts'
import { addDays, instantOf, yerevan } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { expiryOf, newCode, storedCode } from '#server/services/gift-cards/code.ts'
import { useCardPhoto } from '#server/services/gift-cards/photos.ts'
import { requireCardChoice } from '#server/services/payments/cards/card-choice.ts'
import { findMethod, paysShares, type Method } from '#server/services/payments/methods.ts'
import { requireMethod } from '#server/services/payments/require-method.ts'
import { claimKeyAlone, hashOf } from '../idempotency.ts'
import type { Placed } from '../place-order.ts'
import { placedAnswer } from '../placed-answer.ts'
import { requireRoomToReserve } from '../stock/require-room.ts'
import { writeOrderWithoutGoods } from '../without-goods/write-order-without-goods.ts'

/** Cards that are sent on a later day are sent in the morning. */
const SEND_AT = '09:00'

/**
 * Orders an electronic gift card, exactly once per key, and begins its payment. It is an order without parts and lines: what it is for is
 * the card, which is worth nothing before it is paid. The basket stays as it is. Codes: see the contract.
 */
export const buyGiftCard = async (ctx: Context, input: NewGiftCardOrder, key: string): Promise<PlacedOrder> => {
  const { userId } = requireUser(ctx)
  if (input.message && hasContacts(input.message)) throw fail('TEXT_WITH_CONTACTS', { field: 'message' })
  const sendAt = sendAtOf(ctx, input.sendOn)
  const named = findMethod(input.paymentId)
  if (named?.invoiced) requirePaysGiftCards(named)
  const { method } = await requireMethod(ctx, input.paymentId, () => Promise.resolve(null))
  requirePaysGiftCards(method)
  const choice = await requireCardChoice(ctx, userId, method, input)
  const result = await withTransaction(ctx, async (tx): Promise<Placed | number> => {
    const scoped = `${userId}:${key}`
    const claim = await claimKeyAlone(tx, scoped, hashOf(input))
    if (claim.earlier !== null) return claim.earlier
    // Two purchases of a person run one after the other, so that what is unpaid is counted.
    await tx.db.select({ id: schema.users.id }).from(schema.users).where(eq(schema.users.id, userId)).for('update')
    await requireRoomToReserve(tx, userId, [], method)
    return write(tx, { ...input, userId, sendAt, key: scoped }, method)
  })
  return typeof result === 'number' ? placedAnswer(ctx, result, choice) : placedAnswer(ctx, result.id, choice, result)
}

/** Gift cards are paid online, at once. NO_GIFT_CARDS_WITH_BANK_TRANSFER; PAYMENT_METHOD_UNAVAILABLE. */
export const requirePaysGiftCards = (method: Method): void => {
  if (method.invoiced) throw fail('NO_GIFT_CARDS_WITH_BANK_TRANSFER', { field: 'paymentId' })
  if (!paysShares(method)) throw fail('PAYMENT_METHOD_UNAVAILABLE', { field: 'paymentId', vars: { context: 'giftCardOrder' } })
}

/** When the card is sent: at once, or in the morning of a day from today on. */
const sendAtOf = ({ now }: Pick<Context, 'now'>, sendOn: string | undefined): Date => {
  const today = yerevan(now()).date
  if (sendOn === undefined || sendOn === today) return new Date(now())
  if (sendOn < today || sendOn > addDays(today, GIFT_CARD_DAYS_AHEAD)) throw fail('BAD_REQUEST', { field: 'sendOn' })
  return new Date(instantOf(sendOn, SEND_AT))
}

type Wanted = NewGiftCardOrder & { userId: number; sendAt: Date; key: string }

const write = async (tx: Context, input: Wanted, method: Method): Promise<Placed> => {
  const { userId, sendAt, boundCardId, bindCard, key } = input
  const value = checkedAmount(fromAmd(input.amount))
  const order = { userId, orderMode: ORDER_MODE.ELECTRONIC, method, total: value, at: sendAt, boundCardId, bindCard, key }
  const written = await writeOrderWithoutGoods(tx, order)
  const photoId = input.photoId === undefined ? null : await useCardPhoto(tx, userId, input.photoId)
  await tx.db.insert(schema.giftCards).values({
    ...(await storedCode(tx, newCode())),
    ...{ status: GIFT_CARD_STATUS.DRAFT, value, balance: 0, orderId: written.id, sendAt, locale: tx.locale },
    ...{ recipient: normalizeEmail(input.recipientEmail), message: input.message ?? '', design: input.design ?? 'classic', photoId },
    ...{ expiresAt: expiryOf(sendAt.getTime()), createdAt: new Date(tx.now()) }
  })
  return written
}
