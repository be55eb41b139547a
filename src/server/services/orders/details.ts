import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { OrderDetails, OrderItem, OrderPart } from '#contract/orders/calls.ts'
import { distanceKm } from '#domain/delivery.ts'
import { ORDER_MODE, WEIGHED_UNIT } from '#domain/enums.ts'
import type { Locale } from '#domain/locale.ts'
import { toAmd } from '#domain/money.ts'
import { deliveredState } from '#domain/orders/delivered-state.ts'
import { windowOfPart } from '#domain/orders/part-window.ts'
import { isOfPrice } from '#domain/payment.ts'
import {
  canCancelOrder,
  isFinal,
  ORDER_STATUS,
  TRACKING_STATUS,
  TRACKING_STEPS,
  trackingOf,
  type TrackingStatus
} from '#domain/order-status.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { countItems, packingLine, presentTotals } from '#server/services/baskets/present.ts'
import { isOfAdmissions } from './admissions/admission-rows.ts'
import { admissionsOfOrder } from './admissions/list-admissions.ts'
import { presentRefunds } from './own-money/present-refunds.ts'
import { bonusOfOrder } from './rewards/order-bonus.ts'
import { canClaim, claimsOf } from './claims/claims-of.ts'
import { cardsOfOrder } from './gift-cards/cards-of-order.ts'
import { cardRefusals } from '#server/services/payments/card-refusal.ts'
import { CORPORATE_WALLET, keyOfTender, methodOf, offeredMethods, showMethod, type Method } from '#server/services/payments/methods.ts'
import { isOwn, paysOrder } from '#server/services/payments/tender-rows.ts'
import { moneyOf, type OrderMoney } from '#server/services/payments/refund-rows.ts'
import { transferredFor } from '#server/services/payments/transfers/invoice.ts'
import { purchaseOfOrder } from '#server/services/payments/transfers/purchase.ts'
import { requireUser } from '#server/services/core/access.ts'
import { drawQr } from '#server/services/core/qr-code.ts'
import { receiptsOf } from '#server/services/receipts/receipts-of.ts'
import { reviewOfOrder } from '#server/services/reviews/reviewable-order.ts'
import { allowedBy } from '#server/services/vouchers/allowed-methods.ts'
import { presentCard, presentSupplier } from './order-card.ts'
import { readVisibleOrder, type ItemRow, type OrderRow } from './order-row.ts'
import { peopleOf } from './people-of.ts'
import { NO_TIP, tipOf } from './tips/tip-of.ts'
import { replacementsOf } from './replacements/replacements-of.ts'
import { canShare } from './sharing/share.ts'
import { groupsOfOrders } from './shares/group-of-order.ts'

/**
 * Returns one order of the caller in full, or what a member sees of the order of a group order (GET /user/profile/order/details).
 * ORDER_NOT_FOUND, also for orders of other people.
 */
export const orderDetails = async (ctx: Context, orderNumber: string): Promise<OrderDetails> => {
  const { order, items } = await readVisibleOrder(ctx, orderNumber)
  const { userId } = requireUser(ctx)
  const group = (await groupsOfOrders(ctx, userId, [order], items)).get(order.id) ?? null
  const people = await peopleOf(ctx, order)
  const parts = await readParts(ctx, order, items, people)
  const { title, line, lat, lng, comment } = order.address
  const refusals = await cardRefusals(ctx, [order])
  const money = await moneyOf(ctx, order.id)
  const claims = deliveredState(order.steps, ctx.now()) === 'not delivered' ? [] : await claimsOf(ctx, order.id)
  const { bindingFailure } = money
  const isOwner = order.userId === userId
  const tenders = money.tenders.filter(({ payerId }) => isOwner || payerId === userId)
  const refunds = money.refunds.filter(({ payerId }) => isOwner || payerId === userId)
  // What was booked is cancelled where it was booked.
  const tickets = isOfAdmissions(order) ? await admissionsOfOrder(ctx, order.id) : NO_TICKETS
  const pausedFor = isFinal(order.status) ? null : order.pausedFor
  const canCancel =
    pausedFor === null && order.orderMode !== ORDER_MODE.SERVICE && canCancelOrder(parts.map(({ status }) => status)) && tickets.canReturn
  const bonus = await bonusOfOrder(ctx, order, userId)
  const counted = items.map(({ quantity, unitId }) => ({ quantity, weighed: unitId === WEIGHED_UNIT }))
  const details: OrderDetails = {
    ...presentCard(
      order,
      countItems(counted),
      parts.map(({ supplier }) => supplier),
      refusals.get(order.id) ?? null,
      group
    ),
    ...(isOfCorporateWallet(tenders) && { paymentKey: CORPORATE_WALLET.key }),
    ...presentTotals(totalsOf(order), false),
    ...(order.tip > 0 && { totalTip: toAmd(order.tip) }),
    address: { title, line, lat, lng, comment },
    customerComment: order.customerComment,
    cutlery: order.cutlery,
    isGift: order.isGift,
    greeting: order.greeting,
    runOut: order.runOut,
    parts,
    steps: stepsOf(order),
    movedFrom: movedFrom(order),
    collecting: await collectingLink(ctx, order),
    payableBy:
      order.status === ORDER_STATUS.NEW_NOT_PAID ? (await payableBy(ctx, order, money)).map((method) => showMethod(ctx, method)) : [],
    points: bonus.points,
    tickets: bonus.tickets.reduce((sum, { tickets }) => sum + tickets, 0),
    freeDeliveries: bonus.deliveries.length,
    canRate: order.status === ORDER_STATUS.COMPLETELY_DELIVERED && (await reviewOfOrder(ctx, order.id)).isReviewableOrder,
    tip: isOwner ? await tipOf(ctx, order) : NO_TIP,
    replacements: await replacementsOf(ctx, order.id, userId),
    claims,
    canClaim: canClaim(ctx, order, items, claims),
    canCancel,
    canShare: canShare(order),
    cancelRefund: canCancel ? cancelRefund(money) : null,
    cardBinding: bindingFailure,
    refunds: await presentRefunds(ctx, refunds, userId),
    tenders: tenders.filter(paysOrder).map(({ methodId, amount, state, payerId }) => ({
      methodKey: keyOfTender(methodId),
      amount: toAmd(amount),
      state,
      ...(group?.paidByAll && personOf({ userId: payerId }, people))
    })),
    receipts: await receiptsOf(ctx, order.id),
    invoice: await dueByInvoice(ctx, order),
    takenOff: toAmd(order.takenOff),
    refusedFor: order.refusedFor,
    pausedFor,
    pickupCode: order.pickupCode,
    pickup: order.pickupCode === null ? null : { code: order.pickupCode, qr: await drawQr(`${order.number}-${order.pickupCode}`) },
    admissions: tickets.shown,
    giftCards: isOwner && parts.some(({ supplier }) => supplier.kind === 'giftCard') ? await cardsOfOrder(ctx, order.id) : []
  }
  return isOwner ? details : asMember(details)
}

const NO_TICKETS = { shown: [], canReturn: true }

/** A member of a group order follows it; where it is delivered to, and what can be done about it, is its initiator's. */
const asMember = (details: OrderDetails): OrderDetails => ({
  ...details,
  address: { title: '', line: '', lat: 0, lng: 0, comment: '' },
  ...{ customerComment: '', isGift: false, greeting: '' },
  ...{ payableBy: [], canCancel: false, canShare: false, cancelRefund: null, canRate: false, claims: [], canClaim: false },
  ...{ cardBinding: null, receipts: [], invoice: null, pausedFor: null }
})

const collectingLink = async (ctx: Context, { status, groupOrderId }: OrderRow): Promise<OrderDetails['collecting']> => {
  if (status !== ORDER_STATUS.NEW_NOT_PAID || groupOrderId === null) return null
  const { groupOrders, suppliers } = schema
  const [link] = await ctx.db
    .select({ alias: suppliers.alias, hash: groupOrders.hash })
    .from(groupOrders)
    .innerJoin(suppliers, eq(suppliers.id, groupOrders.supplierId))
    .where(and(eq(groupOrders.id, groupOrderId), isNotNull(groupOrders.collectingSince)))
  return link ?? null
}

/** All money that was received and has not gone back; points come back besides. */
const cancelRefund = ({ tenders, refunds }: OrderMoney): OrderDetails['cancelRefund'] => {
  const received = tenders.filter((tender) => tender.state === 'captured' && !isOwn(tender))
  const given = refunds.filter((refund) => isOfPrice(refund.reason) && !isOwn(refund))
  const amount = sumOf(received) - sumOf(given)
  return amount > 0 ? { amount: toAmd(amount), byHand: received.some(({ methodId }) => methodOf(methodId).refund === 'people') } : null
}
/** Whether a corporate wallet paid all of it. */
const isOfCorporateWallet = (tenders: OrderMoney['tenders']): boolean =>
  tenders.length > 0 && tenders.every(({ methodId }) => methodId === CORPORATE_WALLET.id)

const sumOf = (rows: readonly { amount: number }[]): number => rows.reduce((sum, { amount }) => sum + amount, 0)

/** What is still to be transferred for an order that waits for it. */
const dueByInvoice = async (ctx: Context, { id, status, paymentId, total }: OrderRow): Promise<OrderDetails['invoice']> => {
  if (!methodOf(paymentId).invoiced) return null
  const isOpen = status === ORDER_STATUS.NEW_NOT_PAID
  return { left: isOpen ? toAmd(total - (await transferredFor(ctx, id))) : 0 }
}

const readParts = async (
  ctx: Context,
  order: OrderRow,
  items: readonly ItemRow[],
  people: ReadonlyMap<number, string>
): Promise<OrderPart[]> => {
  const { branches, orderParts, suppliers } = schema
  const rows = await ctx.db
    .select({
      part: orderParts,
      supplier: { id: suppliers.id, name: suppliers.name, alias: suppliers.alias, kind: suppliers.kind },
      branch: { address: branches.address, phone: branches.phone, lat: branches.lat, lng: branches.lng }
    })
    .from(orderParts)
    .innerJoin(suppliers, eq(suppliers.id, orderParts.supplierId))
    .innerJoin(branches, eq(branches.id, orderParts.branchId))
    .where(eq(orderParts.orderId, order.id))
    .orderBy(asc(orderParts.id))
  const all = rows.map(({ part }) => part)
  return rows.map(({ part, supplier, branch }) => ({
    ...presentWindow(windowOfPart(order, all, part)),
    lateReason: part.lateReason || null,
    supplier: presentSupplier(supplier, ctx.locale),
    branch: { address: branch.address[ctx.locale], phone: branch.phone, km: Math.round(distanceKm(branch, order.address) * 10) / 10 },
    status: part.status,
    items: items.filter(({ partId }) => partId === part.id).map((item) => presentItem(item, ctx.locale, people)),
    itemsPrice: toAmd(part.itemsPrice),
    deliveryPrice: toAmd(part.deliveryPrice),
    packingPrice: toAmd(part.packingPrice),
    packing: packingLine(ctx, part.packingPrice)
  }))
}

const presentWindow = ({ from, to }: { from: number; to: number }) => ({ deliveryFrom: toIso(from), deliveryTo: toIso(to) })

const presentItem = (item: ItemRow, locale: Locale, people: ReadonlyMap<number, string>): OrderItem => ({
  productId: item.productId,
  id: item.id,
  name: item.name[locale],
  picture: item.picture,
  quantity: item.quantity,
  takenOff: item.takenOff,
  refunded: item.refundedQuantity,
  unitId: item.unitId,
  price: toAmd(item.unitPrice),
  totalPrice: toAmd(item.totalPrice),
  ...(item.pairs && { pairs: true as const }),
  ...(item.gifts && { gifts: item.gifts.map((gift) => gift[locale]) }),
  ...(item.admissionAt && { admissionAt: toIso(item.admissionAt.getTime()) }),
  ...(item.runOut && { runOut: item.runOut }),
  ...personOf(item, people),
  selectedOptions: item.options.map(({ group, name, price }) => ({ group: group[locale], name: name[locale], price: toAmd(price) }))
})

const personOf = ({ userId }: Pick<ItemRow, 'userId'>, people: ReadonlyMap<number, string>): { person?: string } => {
  const person = people.get(userId ?? 0)
  return person === undefined ? {} : { person }
}

/** Methods that an unpaid order may change to, its voucher's ones where it names some; no invoice where points pay a share. */
const payableBy = async (ctx: Context, order: OrderRow, { tenders }: OrderMoney): Promise<Method[]> => {
  const methods = await allowedBy(ctx, order, offeredMethods(ctx, await purchaseOfOrder(ctx, order.id)))
  return tenders.some(isOwn) ? methods.filter(({ invoiced }) => !invoiced) : methods
}

const totalsOf = (order: OrderRow) => ({
  basePrice: order.basePrice,
  discount: order.discount,
  items: order.itemsPrice,
  packing: order.packingPrice,
  delivery: order.deliveryPrice,
  serviceFee: order.serviceFee,
  voucher: order.voucher,
  total: order.total
})

/**
 * Returns when each tracking step was first reached. An unpaid order has reached none; a cancelled one shows the reached steps and the
 * cancellation.
 */
const stepsOf = (order: OrderRow): OrderDetails['steps'] => {
  const reached = (step: TrackingStatus): string | null =>
    order.steps.find(({ status }) => status !== ORDER_STATUS.NEW_NOT_PAID && trackingOf(status) === step)?.at ?? null
  const steps: readonly TrackingStatus[] =
    order.status === ORDER_STATUS.CANCELLED
      ? [...TRACKING_STEPS.filter((step) => reached(step) !== null), TRACKING_STATUS.CANCELED]
      : TRACKING_STEPS
  return steps.map((trackingStatus) => ({ trackingStatus, at: reached(trackingStatus) }))
}

const movedFrom = ({ steps }: OrderRow): OrderDetails['movedFrom'] => {
  const step = steps.findLast(({ windowBefore }) => windowBefore !== undefined)
  if (!step?.windowBefore) return null
  const reason = step.reason !== undefined || step.status === ORDER_STATUS.IN_PROCESS ? 'supplier' : 'payment'
  return { ...step.windowBefore, reason, words: step.reason ?? null }
}
