import { eq } from 'drizzle-orm'
import { secondRef } from '#domain/payment.ts'
import type { PaymentStatus } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { postUnwantedByHand } from './books/post-captured.ts'
import type { LockedOrder } from './locked-order.ts'
import { methodOf } from './methods.ts'
import { findPayment, updatePayment, type PaymentRow } from './payment-row.ts'
import { requestPayout } from './refund-rows.ts'
import { tendersOf } from './tender-rows.ts'

export const isCaptured = ({ state }: PaymentRow): boolean => state === 'captured'

/**
 * What a provider says of a payment whose money is there already: the same again, or that its page was paid a second time, by two people at
 * once or twice by one. That money becomes a payment of its own, and a person pays it out.
 */
export const takeAgain = async (
  tx: Context,
  order: LockedOrder,
  payment: PaymentRow,
  { transaction, amount, actionCode }: PaymentStatus
): Promise<null> => {
  if (!transaction || transaction === payment.transaction) return null
  if (payment.transaction === null) {
    await updatePayment(tx, payment.id, { transaction })
    return null
  }
  const { payments } = schema
  const bankRef = secondRef(payment.bankRef ?? '', transaction)
  const tender = (await tendersOf(tx, order.id)).find(({ id }) => id === payment.tenderId)
  if (!tender || methodOf(tender.methodId).refund !== 'people' || (await findPayment(tx, eq(payments.bankRef, bankRef)))) return null
  const { orderId, tenderId, provider, bankNumber } = payment
  const [again] = await tx.db
    .insert(payments)
    .values({
      ...{ orderId, tenderId, provider, bankRef, transaction, amount: payment.amount, capturedAmount: amount, actionCode },
      ...{ bankNumber: secondRef(bankNumber, transaction), state: 'captured', createdAt: new Date(tx.now()), checkedAt: new Date(tx.now()) }
    })
    .returning()
  if (!again) throw new Error('the inserted payment was not returned')
  const id = await requestPayout(tx, tender, amount, 'twice')
  await postUnwantedByHand(tx, again, { id, amount, payerId: tender.payerId })
  await order.announcePayout()
  return null
}
