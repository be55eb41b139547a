import { and, eq, inArray } from 'drizzle-orm'
import { lineBasePrice, serviceFeeOf } from '#domain/basket.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import { formatMoney, toAmd, type Amount } from '#domain/money.ts'
import { COLLECTING_MORE_MS } from '#domain/orders/group-order.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { takeOut } from '#server/services/baskets/group/lock-group.ts'
import { feeRule } from '#server/services/baskets/pricing/price.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { isHeld, releaseUnpaid, setDue } from '#server/services/payments/tenders/payer-tenders.ts'
import { lowerOwnTender } from '#server/services/payments/tenders/own-money.ts'
import { tendersOf, type TenderRow } from '#server/services/payments/tender-rows.ts'
import type { ItemRow, OrderRow } from '../order-row.ts'
import { linesOf } from '../refund-lines.ts'
import { settleOrder } from '../settle-order.ts'
import { releaseStock } from '../stock/stock.ts'
import { fundIfCovered } from './fund-if-covered.ts'
import { lockCollecting } from './shared-order.ts'

const { orderItems, orderParts, orders, suppliers } = schema

/** An order without what the people chose who have not paid. */
export interface Without {
  people: number[]
  rest: ItemRow[]
  goods: Amount
  serviceFee: Amount
  total: Amount
  /** What the initiator owes then, the own share included. */
  due: Amount
  /** What of it is new. */
  extra: Amount
  /** What is missing to the restaurant's minimum. */
  missing: Amount
}

/**
 * What an order costs without whoever else than its owner has not paid: those lines go, with what a voucher took off them, and the fee that
 * was on them; delivery and packing stay, and the owner bears what they would have paid of it. Nobody else pays more: the fee keeps the drams
 * that rounding leaves. null when everybody else has paid.
 */
export const withoutUnpaid = async (
  ctx: Context,
  order: OrderRow,
  { tenders, items }: { tenders: readonly TenderRow[]; items: readonly ItemRow[] }
): Promise<Without | null> => {
  const unpaid = tenders.filter((tender) => isHeld(tender) && tender.payerId !== order.userId)
  if (unpaid.length === 0) return null
  const people = [...new Set(unpaid.map(({ payerId }) => payerId))]
  const rest = items.filter(({ userId }) => userId === null || !people.includes(userId))
  const goods = sum(rest.map(({ totalPrice }) => totalPrice))
  const voucherOnDelivery = order.voucher - sum(items.map(({ voucher }) => voucher))
  const costs = goods - sum(rest.map(({ voucher }) => voucher)) + order.packingPrice + order.deliveryPrice - voucherOnDelivery
  // What the shop keeps for those who go may have paid a part of their shares: it goes back.
  const staying = tenders.filter(({ state, payerId }) => state === 'captured' && !people.includes(payerId))
  const paid = sum(staying.map(({ amount }) => amount))
  const owned = sum(tenders.filter((tender) => isHeld(tender) && tender.payerId === order.userId).map(({ amount }) => amount))
  const serviceFee = Math.max(Math.min(order.serviceFee, serviceFeeOf(goods, feeRule(ctx.config))), paid - costs)
  const due = costs + serviceFee - paid
  const minimum = await minimumOf(ctx, order.id)
  return { people, rest, goods, serviceFee, total: costs + serviceFee, due, extra: due - owned, missing: Math.max(0, minimum - goods) }
}

/**
 * The initiator goes on without whoever has not paid, and bears what is missing then (`agreed`, AMD, as it was shown): their lines and stock
 * go, they leave the group order, what the shop keeps for them and had paid comes back, and there are five minutes more to pay. Their providers
 * are asked first; money that comes later goes back.
 * Codes: GROUP_ORDER_ACTION_FORBIDDEN when everybody else has paid, BASKET_EMPTY and BELOW_MINIMUM_PURCHASE when too little is left,
 * CHECKOUT_OUTDATED when it costs another sum by now.
 */
export const goOnWithoutUnpaid = async (ctx: Context, orderId: number, agreed: number | undefined): Promise<void> => {
  await settleOrder(ctx, orderId)
  const people = await withTransaction(ctx, async (tx) => {
    const { order, group } = await lockCollecting(tx, orderId)
    const [tenders, items] = [await tendersOf(tx, orderId), await linesOf(tx, orderId)]
    const without = await withoutUnpaid(tx, order, { tenders, items })
    if (!without) throw fail('GROUP_ORDER_ACTION_FORBIDDEN')
    requireEnough(tx, without)
    if (agreed !== toAmd(without.extra)) throw fail('CHECKOUT_OUTDATED', { field: 'agreed', data: { extra: toAmd(without.extra) } })
    await releaseUnpaid(
      tx,
      tenders.filter((tender) => isHeld(tender) && without.people.includes(tender.payerId))
    )
    // Who has not paid all of a share has paid nothing of it but own money.
    for (const tender of tenders.filter(({ state, payerId }) => state === 'captured' && without.people.includes(payerId)))
      await lowerOwnTender(tx, tender, tender.amount)
    await setDue(tx, orderId, order.userId, without.due, order.paymentId)
    await releaseStock(tx, orderId, { people: without.people })
    const saved = await writeRest(tx, order, without)
    for (const userId of without.people) await takeOut(tx, group, userId)
    await fundIfCovered(tx, saved)
    return without.people
  })
  // Closes their pages at their banks.
  for (const payerId of people) await settleOrder(ctx, orderId, payerId)
}

const sum = (amounts: readonly Amount[]): Amount => amounts.reduce((all, amount) => all + amount, 0)

const requireEnough = (ctx: Context, { rest, missing, goods }: Without): void => {
  if (rest.length === 0) throw fail('BASKET_EMPTY')
  if (missing > 0)
    throw fail('BELOW_MINIMUM_PURCHASE', {
      field: 'minimum',
      vars: { context: 'group', missing: formatMoney(missing, ctx.locale), minimum: formatMoney(goods + missing, ctx.locale) }
    })
}

const minimumOf = async (ctx: Context, orderId: number): Promise<Amount> => {
  const [row] = await ctx.db
    .select({ minimum: suppliers.minimum })
    .from(orderParts)
    .innerJoin(suppliers, eq(suppliers.id, orderParts.supplierId))
    .where(eq(orderParts.orderId, orderId))
  return row?.minimum ?? 0
}

/** Group orders are of one restaurant: what the order loses, its only part does. */
const writeRest = async (tx: Context, order: OrderRow, { people, rest, goods, serviceFee, total }: Without): Promise<OrderRow> => {
  const lost = sum((await linesOf(tx, order.id)).map(({ voucher }) => voucher)) - sum(rest.map(({ voucher }) => voucher))
  await tx.db.delete(orderItems).where(and(eq(orderItems.orderId, order.id), inArray(orderItems.userId, people)))
  const [part] = await tx.db.select().from(orderParts).where(eq(orderParts.orderId, order.id))
  if (part)
    await tx.db
      .update(orderParts)
      .set({ itemsPrice: goods, voucher: part.voucher - lost })
      .where(eq(orderParts.id, part.id))
  const basePrice = sum(rest.map((item) => lineBasePrice({ ...item, weighed: item.unitId === WEIGHED_UNIT })))
  const until = tx.now() + COLLECTING_MORE_MS
  const [saved] = await tx.db
    .update(orders)
    .set({
      ...{ basePrice, itemsPrice: goods, discount: basePrice - goods, serviceFee, total },
      voucher: order.voucher - lost,
      payBefore: new Date(Math.max(until, order.payBefore?.getTime() ?? 0))
    })
    .where(eq(orders.id, order.id))
    .returning()
  if (!saved) throw new Error(`order ${order.number} is locked but was not updated`)
  return saved
}
