import type { OrderToPay, PlacedOrder } from '#contract/orders/calls.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { requireCardChoice } from '#server/services/payments/cards/card-choice.ts'
import { changeTender } from '#server/services/payments/tenders/change-tender.ts'
import { paysShares, type Method } from '#server/services/payments/methods.ts'
import { isHeld } from '#server/services/payments/tenders/payer-tenders.ts'
import { requireMethod, requireOnlineMethod } from '#server/services/payments/require-method.ts'
import { tendersOf, type TenderRow } from '#server/services/payments/tender-rows.ts'
import { methodsOfVoucher, requireAllowed } from '#server/services/vouchers/allowed-methods.ts'
import { requireNotPaused, type OrderRow } from '../order-row.ts'
import { placedAnswer } from '../placed-answer.ts'
import { endOtherCard, settleOrder } from '../settle-order.ts'
import { usesOwn } from '../own-money/own-shares.ts'
import { payShareWithOwnMoney } from './own-money.ts'
import { payForMember } from './pay-for-member.ts'
import { lockCollecting } from './shared-order.ts'

/**
 * Pays the caller's share of a group order (part of POST /orders/pay-for-order), with what the shop keeps for them and the rest by any method
 * that pays at once; its initiator may take over somebody else's (`memberId`). Codes: ORDER_NOT_FOUND when the order waits for nobody,
 * ALREADY_PAID, PAYMENT_METHOD_UNAVAILABLE, ORDER_BEING_PROCESSED, CUSTOM while staff look into it, those of
 * payShareWithOwnMoney.
 */
export const payShare = async (ctx: Context, order: OrderRow, input: OrderToPay, userId: number): Promise<PlacedOrder> => {
  if (order.status === ORDER_STATUS.CANCELLED) throw fail('ORDER_NOT_FOUND', { field: 'orderNumber' })
  if (order.paidAt) throw fail('ALREADY_PAID')
  requireNotPaused(order, 'orderNumber')
  const asked = input.paymentId === undefined ? null : await requireMethod(ctx, input.paymentId, () => Promise.resolve(null))
  if (asked && !paysShares(asked.method)) throw fail('PAYMENT_METHOD_UNAVAILABLE', { field: 'paymentId', vars: { context: 'shares' } })
  if (input.memberId !== undefined) await payForMember(ctx, order.id, userId, input.memberId)
  const settled = await settleOrder(ctx, order.id, userId)
  if (usesOwn(input)) {
    // While the provider's answer is unknown, the same share could be paid twice.
    if (!settled) throw fail('ORDER_BEING_PROCESSED', { field: 'orderNumber' })
    await payShareWithOwnMoney(ctx, order.id, userId, input)
    await settleOrder(ctx, order.id, userId)
    if (!dueOf(await tendersOf(ctx, order.id), userId)) return placedAnswer(ctx, order.id)
  }
  const due = requireDue(await tendersOf(ctx, order.id), userId)
  const { method } = asked ?? requireOnlineMethod(ctx, due.methodId)
  if (method.id !== order.paymentId) requireAllowed(await methodsOfVoucher(ctx, order), method.id)
  const choice = await requireCardChoice(ctx, userId, method, input)
  if (method.id !== due.methodId) {
    // While the provider's answer is unknown, another payment could charge the same share twice.
    if (!settled) throw fail('ORDER_BEING_PROCESSED', { field: 'orderNumber' })
    await changeMethod(ctx, order.id, method, userId)
    // Closes the bank's page; what fails now is done by the reconciling job.
    await settleOrder(ctx, order.id, userId)
  } else if (settled) await endOtherCard(ctx, order.id, choice)
  return placedAnswer(ctx, order.id, choice)
}

const dueOf = (tenders: readonly TenderRow[], userId: number): TenderRow | undefined =>
  tenders.find((tender) => tender.payerId === userId && isHeld(tender))

/** ALREADY_PAID for whoever owes nothing. */
const requireDue = (tenders: readonly TenderRow[], userId: number): TenderRow => {
  const due = dueOf(tenders, userId)
  if (!due) throw fail('ALREADY_PAID')
  return due
}

const changeMethod = (ctx: Context, orderId: number, method: Method, userId: number): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    await lockCollecting(tx, orderId)
    const due = requireDue(await tendersOf(tx, orderId), userId)
    if (due.methodId !== method.id) await changeTender(tx, orderId, method, { payer: userId })
  })
