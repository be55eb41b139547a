import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { GroupCollecting, GroupItem } from '#contract/group-orders/calls.ts'
import { toAmd, type Amount } from '#domain/money.ts'
import type { SharePayment } from '#domain/orders/group-order.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { Group, Member } from '#server/services/baskets/group/read-group.ts'
import { MASK } from '#server/services/catalogue/product-card.ts'
import { endsAt, type ItemRow, type OrderRow } from '#server/services/orders/order-row.ts'
import { linesOf } from '#server/services/orders/refund-lines.ts'
import { withoutUnpaid } from '#server/services/orders/shares/leave-out.ts'
import { shareMoney } from '#server/services/orders/shares/own-money.ts'
import { collectingOrderId } from '#server/services/orders/shares/shared-order.ts'
import { refusalOf } from '#server/services/payments/card-refusal.ts'
import { offeredMethods, paysShares, showMethod } from '#server/services/payments/methods.ts'
import { isHeld } from '#server/services/payments/tenders/payer-tenders.ts'
import { tendersOf, type TenderRow } from '#server/services/payments/tender-rows.ts'
import { allowedBy } from '#server/services/vouchers/allowed-methods.ts'

const { orders, payments, products } = schema

/** What one member has chosen, and bears of the order. */
export interface ChosenBy {
  items: GroupItem[]
  goods: Amount
  share: Amount
  due: Amount
  payment: SharePayment
}

/** What everybody has chosen. */
export interface Chosen {
  goods: Amount
  total: Amount
  isEstimate: boolean
  of: (member: Member) => ChosenBy
}

/**
 * What everybody has chosen and pays while a group order waits for its shares: the order's own lines and amounts, since the baskets' prices
 * may have changed and their stock is taken. null for every other group order.
 */
export const readCollecting = async (ctx: Context, group: Group): Promise<(Chosen & { collecting: GroupCollecting }) | null> => {
  const orderId = group.state === 'collecting' ? await collectingOrderId(ctx, group.id) : null
  const [order] = orderId === null ? [] : await ctx.db.select().from(orders).where(eq(orders.id, orderId))
  if (!order?.payBefore) return null
  const [tenders, items, adult, refused] = [
    await tendersOf(ctx, order.id),
    await linesOf(ctx, order.id),
    await adultProducts(ctx, order),
    await refusedTenders(ctx, order.id)
  ]
  const of = (member: Member): ChosenBy => {
    const lines = items.filter(({ userId }) => userId === member.userId)
    const own = tenders.filter(({ payerId, state }) => payerId === member.userId && state !== 'released')
    return {
      items: lines.map((item) => presentItem(ctx, item, adult)),
      goods: sum(lines.map(({ totalPrice }) => totalPrice)),
      share: sum(own.map(({ amount }) => amount)),
      due: sum(own.filter(isHeld).map(({ amount }) => amount)),
      payment: paymentOf(own, lines.length > 0, refused)
    }
  }
  return {
    goods: order.itemsPrice,
    total: order.total,
    isEstimate: false,
    of,
    collecting: await presentCollecting(ctx, order, tenders, items)
  }
}

const sum = (amounts: readonly Amount[]): Amount => amounts.reduce((all, amount) => all + amount, 0)

const paymentOf = (own: readonly TenderRow[], hasChosen: boolean, refused: ReadonlySet<number>): SharePayment => {
  const due = own.find(isHeld)
  if (due) return refused.has(due.id) ? 'refused' : 'due'
  if (own.length > 0) return 'paid'
  return hasChosen ? 'covered' : 'none'
}

const presentCollecting = async (
  ctx: Context,
  order: OrderRow,
  tenders: readonly TenderRow[],
  items: readonly ItemRow[]
): Promise<GroupCollecting> => {
  const userId = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  const without = order.userId === userId ? await withoutUnpaid(ctx, order, { tenders, items }) : null
  const methods = await allowedBy(ctx, order, offeredMethods(ctx, null).filter(paysShares))
  return {
    orderNumber: order.number,
    payBefore: endsAt(order),
    pausedFor: order.pausedFor,
    due: toAmd(sum(tenders.filter((tender) => isHeld(tender) && tender.payerId === userId).map(({ amount }) => amount))),
    payableBy: methods.map((method) => showMethod(ctx, method)),
    ownMoney: userId === null ? null : await shareMoney(ctx, order, tenders, userId),
    without: without && { extra: toAmd(without.extra), missing: toAmd(without.missing) }
  }
}

const presentItem = ({ locale, isAdult }: Context, item: ItemRow, adult: ReadonlySet<number>): GroupItem => {
  const options = item.options.map(({ name }) => name[locale]).join(', ')
  const name = item.name[locale]
  return {
    id: item.id,
    name: adult.has(item.productId) && !isAdult ? MASK.name : options ? `${name} (${options})` : name,
    quantity: item.quantity,
    unitId: item.unitId,
    availability: 'ok',
    stock: null,
    totalPrice: toAmd(item.totalPrice)
  }
}

const adultProducts = async (ctx: Context, { id }: OrderRow): Promise<ReadonlySet<number>> => {
  const { orderItems } = schema
  const ordered = ctx.db.select({ id: orderItems.productId }).from(orderItems).where(eq(orderItems.orderId, id))
  const rows = await ctx.db
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.id, ordered), eq(products.adult, true)))
  return new Set(rows.map((product) => product.id))
}

/** Tenders whose last payment their bank refused. */
const refusedTenders = async (ctx: Context, orderId: number): Promise<ReadonlySet<number>> => {
  const last = await ctx.db
    .selectDistinctOn([payments.tenderId], { tenderId: payments.tenderId, state: payments.state, actionCode: payments.actionCode })
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(payments.tenderId), desc(payments.id))
  return new Set(last.filter((payment) => refusalOf(payment) !== null).map(({ tenderId }) => tenderId))
}
