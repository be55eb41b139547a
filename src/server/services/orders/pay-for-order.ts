import { and, eq } from 'drizzle-orm'
import type { OrderToPay, PlacedOrder } from '#contract/orders/calls.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import { changeTender } from '#server/services/payments/tenders/change-tender.ts'
import { methodOf, paysShares } from '#server/services/payments/methods.ts'
import { isOwn, tendersOf } from '#server/services/payments/tender-rows.ts'
import { requireCardChoice } from '#server/services/payments/cards/card-choice.ts'
import { requireMethod, requireOnlineMethod, type Chosen } from '#server/services/payments/require-method.ts'
import { invoiceOf, payBeforeOf, writeInvoice } from '#server/services/payments/transfers/invoice.ts'
import { methodsOfVoucher, requireAllowed } from '#server/services/vouchers/allowed-methods.ts'
import { purchaseOfOrder } from '#server/services/payments/transfers/purchase.ts'
import { confirmOrder } from './confirm-order.ts'
import { lockOrder, ownOrder, requireNotPaused } from './order-row.ts'
import { placedAnswer } from './placed-answer.ts'
import { usesOwn } from './own-money/own-shares.ts'
import { payShare } from './shares/pay-share.ts'
import { isOfGiftCards } from './gift-cards/bought-card.ts'
import { requirePaysGiftCards } from './gift-cards/buy.ts'
import { sharedOrderOf } from './shares/shared-order.ts'
import { isOfAdmissions } from './admissions/admission-rows.ts'
import { requirePaysAdmissions } from './admissions/require-pays-admissions.ts'
import { isTip } from './tips/finish-tip.ts'
import { requirePaysTips } from './tips/give-tip.ts'
import { requireRoomToReserve } from './stock/require-room.ts'
import { endOtherCard, settleOrder } from './settle-order.ts'

/**
 * Pays an unpaid order: resumes the open payment, starts another one after a refusal, or changes the method. The provider is asked first;
 * an order that turns out to be paid is returned as it is. Safe to repeat with any key. Codes: ORDER_NOT_FOUND, ALREADY_PAID,
 * ORDER_BEING_PROCESSED, PAYMENT_METHOD_UNAVAILABLE, TOO_MANY_OPEN_ORDERS, CANNOT_PAY_FOR_OTHER_SUPPLIER,
 * CUSTOM while staff look into it.
 */
export const payForOrder = async (ctx: Context, input: OrderToPay): Promise<PlacedOrder> => {
  const { userId } = requireUser(ctx)
  const shared = await sharedOrderOf(ctx, userId, input.orderNumber)
  if (shared) return payShare(ctx, shared, input, userId)
  if (usesOwn(input)) throw fail('PAYMENT_METHOD_UNAVAILABLE', { field: 'paymentId', vars: { context: 'placed' } })
  const [order] = await ctx.db
    .select()
    .from(schema.orders)
    .where(ownOrder(userId, { number: input.orderNumber }))
  if (!order || order.status === ORDER_STATUS.CANCELLED) throw fail('ORDER_NOT_FOUND', { field: 'orderNumber' })
  const chosen =
    input.paymentId === undefined
      ? requireOnlineMethod(ctx, order.paymentId)
      : await requireMethod(ctx, input.paymentId, () => purchaseOfOrder(ctx, order.id))
  const { method } = chosen
  if (isOfGiftCards(order)) requirePaysGiftCards(method)
  if (isTip(order)) requirePaysTips(method)
  if (isOfAdmissions(order)) requirePaysAdmissions(method)
  if (input.supplierId !== undefined) await requirePartOf(ctx, order.id, input.supplierId)
  const choice = await requireCardChoice(ctx, userId, method, input)
  if (order.paidAt) throw fail('ALREADY_PAID')
  if (order.status !== ORDER_STATUS.NEW_NOT_PAID) {
    if (method.id === order.paymentId) return placedAnswer(ctx, order.id)
    throw fail(order.status === ORDER_STATUS.OPEN ? 'PAYMENT_METHOD_UNAVAILABLE' : 'ORDER_BEING_PROCESSED', { field: 'paymentId' })
  }
  requireNotPaused(order, 'orderNumber')
  if (method.id !== order.paymentId) {
    requireAllowed(await methodsOfVoucher(ctx, order), method.id)
    if (method.invoiced) await requireNoOwnMoney(ctx, order.id)
  }
  const settled = await settleOrder(ctx, order.id)
  if (method.id !== order.paymentId) {
    // While the provider's answer is unknown, another payment could charge the same products twice.
    if (!settled) throw fail('ORDER_BEING_PROCESSED', { field: 'orderNumber' })
    await changeMethod(ctx, order.id, chosen)
    // Closes the bank's page; what fails now is done by the reconciling job.
    await settleOrder(ctx, order.id)
  } else if (settled) await endOtherCard(ctx, order.id, choice)
  return placedAnswer(ctx, order.id, choice)
}

/** No invoice beside points and gift cards. */
const requireNoOwnMoney = async (ctx: Context, orderId: number): Promise<void> => {
  const own = (await tendersOf(ctx, orderId)).filter(isOwn)
  if (own.some(({ giftCardId }) => giftCardId !== null)) throw fail('NO_GIFT_CARDS_WITH_BANK_TRANSFER', { field: 'paymentId' })
  if (own.length > 0) throw fail('PAYMENT_METHOD_UNAVAILABLE', { field: 'paymentId', vars: { context: 'points' } })
}

/** CANNOT_PAY_FOR_OTHER_SUPPLIER when the order has nothing from the supplier whose order the person sees. */
const requirePartOf = async (ctx: Context, orderId: number, supplierId: number): Promise<void> => {
  const { orderParts } = schema
  const [part] = await ctx.db
    .select({ id: orderParts.id })
    .from(orderParts)
    .where(and(eq(orderParts.orderId, orderId), eq(orderParts.supplierId, supplierId)))
  if (!part) throw fail('CANNOT_PAY_FOR_OTHER_SUPPLIER', { field: 'orderNumber' })
}

/** Changes the tender. An order that will be paid on delivery is confirmed at once. */
const changeMethod = (ctx: Context, orderId: number, { method, purchase }: Chosen): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const { orders } = schema
    const order = await lockOrder(tx, eq(orders.id, orderId))
    if (order?.status !== ORDER_STATUS.NEW_NOT_PAID) return
    if (!method.waits) await requireRoomToReserve(tx, order.userId, [], method)
    // Couriers get no tip beside what is paid at the door or by transfer.
    const less = paysShares(method) ? 0 : order.tip
    if (less > 0)
      await tx.db
        .update(orders)
        .set({ tip: 0, total: order.total - less })
        .where(eq(orders.id, orderId))
    await changeTender(tx, orderId, method, { less })
    const payBefore = payBeforeOf(tx, method)
    if (payBefore) {
      const others = Boolean(method.invoiced) !== Boolean(methodOf(order.paymentId).invoiced)
      // Neither a change of provider nor one to the transfer and back gives more time than there was.
      const until = others ? ((method.invoiced ? await invoiceOf(tx, orderId) : null)?.dueAt ?? payBefore) : order.payBefore
      const [changed] = await tx.db.update(orders).set({ paymentId: method.id, payBefore: until }).where(eq(orders.id, orderId)).returning()
      await writeInvoice(tx, orderId, method, purchase, until ?? payBefore)
      if (changed && others) await recordOrderEvent(tx, 'order.payment', changed)
    } else await confirmOrder(tx, order, ORDER_STATUS.OPEN, { paymentId: method.id })
  })
