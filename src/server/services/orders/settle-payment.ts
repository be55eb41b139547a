import { eq, max } from 'drizzle-orm'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { CardBank } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import { askBank } from './ask-bank.ts'
import { refusalOf } from './card-refusal.ts'
import { moveOrder, nextStepAt } from './move-order.ts'
import { lockOrder, type OrderRow } from './order-row.ts'
import { findPayment, lockPayment, REFUND_DUE, updatePayment, type PaymentRow } from './payment-row.ts'
import { refundPayment } from './refund-payment.ts'

export type BankTruth = Awaited<ReturnType<CardBank['status']>>

/**
 * Asks the bank about a payment and does what follows. Redirect, poller and pay-for-order may all come at once: the order's lock lets one
 * of them act. Throws BankUnavailable when the bank does not answer.
 */
export const settlePayment = async (ctx: Context, paymentId: number): Promise<void> => {
  const payment = await findPayment(ctx, eq(schema.payments.id, paymentId))
  if (!payment?.bankRef) return
  const { bankRef } = payment
  const truth = await askBank(ctx, paymentId, (bank) => bank.status(bankRef))
  const givesBack = await withTransaction(ctx, (tx) => applyTruth(tx, payment, truth))
  if (givesBack) await refundPayment(ctx, paymentId)
}

/** True when the money has to go back. */
const applyTruth = async (tx: Context, { id, orderId }: PaymentRow, truth: BankTruth): Promise<boolean> => {
  const order = await lockOrder(tx, eq(schema.orders.id, orderId))
  const payment = await lockPayment(tx, id)
  // `failed` is our word for given up: money that arrives all the same is still somebody's.
  if (!order || !payment || !['created', 'registered', 'failed'].includes(payment.state)) return false
  if (truth.state === 'registered') {
    await updatePayment(tx, id, {})
    return false
  }
  if (truth.state === 'deposited') return applyDeposit(tx, order, payment, truth)
  await updatePayment(tx, id, { state: truth.state, actionCode: truth.actionCode })
  if (order.status === ORDER_STATUS.NEW_NOT_PAID) await recordOrderEvent(tx, 'order.payment', { ...order, cardRefusal: refusalOf(truth) })
  return false
}

/** Pays the order if it waits for exactly this sum; otherwise (cancelled, cash, paid before, another amount) the money goes back. */
const applyDeposit = async (tx: Context, order: OrderRow, payment: PaymentRow, truth: BankTruth): Promise<boolean> => {
  const fits = order.status === ORDER_STATUS.NEW_NOT_PAID && truth.amount === payment.amount && payment.amount === order.total
  await updatePayment(tx, payment.id, { ...(fits ? { state: 'deposited' } : REFUND_DUE), actionCode: truth.actionCode })
  if (!fits) return true
  await moveOrder(tx, order, ORDER_STATUS.PAID, {
    paidAt: new Date(tx.now()),
    payBefore: null,
    nextStepAt: nextStepAt(tx, ORDER_STATUS.PAID, { ...order, preparationMinutes: await preparationOf(tx, order.id) })
  })
  return false
}

/** Minutes of the slowest supplier of an order. */
export const preparationOf = async (tx: Context, orderId: number): Promise<number> => {
  const { orderParts, suppliers } = schema
  const [row] = await tx.db
    .select({ minutes: max(suppliers.preparationMinutes) })
    .from(orderParts)
    .innerJoin(suppliers, eq(suppliers.id, orderParts.supplierId))
    .where(eq(orderParts.orderId, orderId))
  return row?.minutes ?? 0
}
