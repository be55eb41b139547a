import { asc, eq } from 'drizzle-orm'
import { boxPrice } from '#domain/gift-cards/box.ts'
import { sourcesOf, type PartBack } from '#domain/ledger/refunds.ts'
import { shareBack } from '#domain/ledger/shares.ts'
import { splitSources } from '#domain/ledger/voucher-back.ts'
import { returnVoucher } from '#server/services/vouchers/return-voucher.ts'
import type { Amount } from '#domain/money.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { RefundReason } from '#domain/payment.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { refundTenders } from '#server/services/payments/refund-tenders.ts'
import { requestReturn, type Returned } from '#server/services/receipts/request-receipt.ts'
import { isOfAdmissions, withdrawAdmissions } from './admissions/admission-rows.ts'
import { withdrawCards } from './gift-cards/withdraw-cards.ts'
import type { OrderRow } from './order-row.ts'
import { recordRefunded } from './payable-order.ts'
import { takeRewardsBack } from './rewards/take-rewards-back.ts'

const { orderItems, orderParts, orders } = schema
type Item = typeof orderItems.$inferSelect
type Part = typeof orderParts.$inferSelect

/** How much of a line goes back, in the units of its quantity. */
export interface LineBack {
  itemId: number
  quantity: number
}

/** The lines of a locked order, in the order in which people see them. */
export const linesOf = (tx: Context, orderId: number): Promise<Item[]> =>
  tx.db.select().from(orderItems).where(eq(orderItems.orderId, orderId)).orderBy(asc(orderItems.id))

const leftOf = ({ quantity, refundedQuantity }: Item): number => quantity - refundedQuantity

/** Gives back what is left of a locked order, or of one of its parts. Returns the amount. */
export const refundRest = async (tx: Context, order: OrderRow, reason: RefundReason, partId?: number): Promise<Amount> => {
  const items = (await linesOf(tx, order.id)).filter((item) => partId === undefined || item.partId === partId)
  const lines = items.map((item) => ({ itemId: item.id, quantity: leftOf(item) }))
  return (await refundLines(tx, order, lines, reason)).amount
}

/**
 * Gives back lines of a locked order whose money is there: their price after discounts, packing and delivery with the last line of a part,
 * service fee and, unless something was delivered, tip with the last of the order. Who is `asPointsOf` takes points instead of the money. Returns the amount, and what of it is
 * points instead. Throws RangeError for more than a line has left.
 */
export const refundLines = async (
  tx: Context,
  order: OrderRow,
  lines: readonly LineBack[],
  reason: RefundReason,
  asPointsOf: number | null = null
): Promise<{ amount: Amount; asPoints: Amount }> => {
  const items = await linesOf(tx, order.id)
  const parts = await tx.db.select().from(orderParts).where(eq(orderParts.orderId, order.id)).orderBy(asc(orderParts.id))
  const now = new Map(lines.map(({ itemId, quantity }) => [itemId, quantity]))
  if (items.some((item) => (now.get(item.id) ?? 0) > leftOf(item))) throw new RangeError('a line has less left than is to go back')
  const ofCards = await withdrawCards(tx, order.id, now)
  const isWhole = (partId: number): boolean => items.every((item) => item.partId !== partId || leftOf(item) === (now.get(item.id) ?? 0))
  const isOpen = (partId: number): boolean => items.some((item) => item.partId === partId && leftOf(item) > 0)
  const ending = parts.filter(({ id }) => isOpen(id) && isWhole(id))
  const isLast = ending.length > 0 && parts.every(({ id }) => isWhole(id))
  const back = parts.map((part) => partBack(part, items, now, ending.includes(part), order.voucherFunder === 'supplier'))
  const given = parts.reduce((all, { refundedDelivery }) => all + refundedDelivery, 0)
  const ended = ending.reduce((all, { deliveryPrice }) => all + deliveryPrice, 0)
  const delivery = isLast ? order.deliveryPrice - given : ended
  // Once a courier has brought something, the tip is earned.
  const goesBack = isLast && parts.every(({ status }) => status !== ORDER_STATUS.COMPLETELY_DELIVERED)
  const tip = { whole: order.tip - order.refundedTip, now: goesBack ? order.tip - order.refundedTip : 0 }
  const sources = sourcesOf({
    ...{ parts: back, delivery, serviceFee: isLast ? order.serviceFee : 0 },
    tip: { orderId: order.id, amount: tip.now }
  })
  const voucher = order.voucherFunder === 'market' ? voucherOf(items, now, ending) : 0
  const { money, rest } = splitSources(sources, voucher)
  const amount = money.reduce((all, [, share]) => all + share, 0)
  if (voucher > 0) await returnVoucher(tx, order.id, rest)
  let asPoints = 0
  if (amount > 0) {
    const owed = order.groupOrderId === null ? new Map() : owedTo(items, now)
    const refunded = await refundTenders(tx, order.id, { amount, sources: money, reason, owed, asPointsOf, tip })
    asPoints = refunded.asPoints
    await requestReturn(tx, order.id, {
      ...refunded,
      shares: sharesBack(items, now, ending, isLast),
      giftCards: items.filter(({ id }) => ofCards.includes(id)).reduce((all, item) => all + cardsBack(item, now.get(item.id) ?? 0), 0)
    })
    if (refunded.own) await recordRefunded(tx, order)
  }
  await recordLines(tx, items, now)
  if (isOfAdmissions(order)) await withdrawAdmissions(tx, order.id, items, now)
  if (tip.now > 0)
    await tx.db
      .update(orders)
      .set({ refundedTip: order.refundedTip + tip.now })
      .where(eq(orders.id, order.id))
  for (const part of ending) await tx.db.update(orderParts).set({ refundedDelivery: part.deliveryPrice }).where(eq(orderParts.id, part.id))
  await takeRewardsBack(tx, order)
  return { amount, asPoints }
}

/** What goes back of each person's lines of a group order. */
const owedTo = (items: readonly Item[], now: ReadonlyMap<number, number>): ReadonlyMap<number, Amount> => {
  const owed = new Map<number, Amount>()
  for (const item of items) {
    const back = now.get(item.id) ?? 0
    if (item.userId !== null) owed.set(item.userId, (owed.get(item.userId) ?? 0) + priceBack(item, back) - voucherShare(item, back))
  }
  return owed
}

/** What of the lines of the receipt goes back. */
const sharesBack = (
  items: readonly Item[],
  now: ReadonlyMap<number, number>,
  ending: readonly Part[],
  isLast: boolean
): Returned['shares'] => {
  const whole = { part: 1, of: 1 }
  const goods = items.filter(({ id }) => (now.get(id) ?? 0) > 0).flatMap((item) => shareOfLine(item, items, now.get(item.id) ?? 0))
  const parts = ending.flatMap(({ id }) => [[`packing:${id}`, whole] as const, [`delivery:${id}`, whole] as const])
  return new Map([...goods, ...parts, ...(isLast ? [['fee', whole] as const] : [])])
}

/** What of the receipt's line goes back. A receipt that is older than a replacement has the line that was replaced. */
const shareOfLine = (
  { id, quantity, totalPrice, replaces, replacedAmount }: Item,
  items: readonly Item[],
  now: number
): [string, { part: number; of: number }][] => {
  const ordered = items.find((item) => item.id === replaces)
  const whole = { part: now * totalPrice, of: quantity * (totalPrice + replacedAmount) }
  const own: [string, { part: number; of: number }] = [`item:${id}`, replacedAmount > 0 ? whole : { part: now, of: quantity }]
  if (!ordered) return [own]
  return [own, [`item:${ordered.id}`, { part: now * totalPrice, of: quantity * (ordered.totalPrice + ordered.replacedAmount) }]]
}

const priceBack = ({ totalPrice, quantity, refundedQuantity }: Item, now: number): Amount =>
  now === 0 ? 0 : shareBack(totalPrice, quantity, refundedQuantity, now)

/** What goes back of what was paid for the gift cards of a line, without their boxes. */
const cardsBack = (item: Item, now: number): Amount =>
  priceBack(item, now) - voucherShare(item, now) - shareBack(boxPrice(item), item.quantity, item.refundedQuantity, now)

/** What a voucher took off what goes back. */
const voucherShare = ({ voucher, quantity, refundedQuantity }: Item, now: number): Amount =>
  now === 0 ? 0 : shareBack(voucher, quantity, refundedQuantity, now)

const voucherOf = (items: readonly Item[], now: ReadonlyMap<number, number>, ending: readonly Part[]): Amount =>
  items.reduce((all, item) => all + voucherShare(item, now.get(item.id) ?? 0), 0) +
  ending.reduce((all, { voucherDelivery }) => all + voucherDelivery, 0)

const partBack = (part: Part, items: readonly Item[], now: ReadonlyMap<number, number>, ends: boolean, ownVoucher: boolean): PartBack => {
  const own = items.filter(({ partId }) => partId === part.id)
  const before = own.reduce((all, { refundedAmount }) => all + refundedAmount, 0)
  const goods = ends ? part.itemsPrice - before : own.reduce((all, item) => all + priceBack(item, now.get(item.id) ?? 0), 0)
  // The supplier's own voucher made its goods cheaper.
  const whole = ownVoucher ? part.voucher : 0
  const given = ownVoucher
    ? own.reduce((all, { voucher, quantity, refundedQuantity }) => all + shareBack(voucher, quantity, 0, refundedQuantity), 0)
    : 0
  const back = ends ? whole - given : ownVoucher ? own.reduce((all, item) => all + voucherShare(item, now.get(item.id) ?? 0), 0) : 0
  return {
    supplierId: part.supplierId,
    rate: part.commission,
    goods: { whole: part.itemsPrice - whole, before: before - given, now: goods - back },
    packing: ends ? part.packingPrice : 0
  }
}

const recordLines = async (tx: Context, items: readonly Item[], now: ReadonlyMap<number, number>): Promise<void> => {
  for (const item of items) {
    const quantity = now.get(item.id) ?? 0
    if (quantity === 0) continue
    await tx.db
      .update(orderItems)
      .set({ refundedQuantity: item.refundedQuantity + quantity, refundedAmount: item.refundedAmount + priceBack(item, quantity) })
      .where(eq(orderItems.id, item.id))
  }
}
