import { and, eq, inArray, isNotNull, ne, or } from 'drizzle-orm'
import type { Words } from '#domain/locale.ts'
import { isOfGoods } from '#domain/enums.ts'
import { areServices } from '#domain/orders/fulfilment.ts'
import { CHANNEL, type NotificationKind } from '#domain/notifications.ts'
import { toAmd } from '#domain/money.ts'
import { ORDER_STATUS, type OrderStatus } from '#domain/order-status.ts'
import { REPLACEMENT_MINUTES } from '#domain/orders/replacement.ts'
import { GROUP_ORDER_TYPE } from '#domain/orders/group-order.ts'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { OrderEventKind } from '#server/services/events/record-order-event.ts'
import type { OrderStep } from '#server/services/messages/message-template.ts'
import { orderNoticeWords, orderTemplate, orderPath } from './notification-words.ts'
import { orderNotice, type OrderNotice } from './order-notice.ts'
import { channelsOf } from './settings.ts'
import { notifyInvoice } from './notify-invoice.ts'
import { MAX_LASTING_DELAY_MS, notifyLowered, notifyRefunds } from './notify-refunds.ts'
import { notifyShares } from './notify-shares.ts'
import { readAddressees, notify, quietly, type Addressee } from './notify.ts'

/** A step is announced outside the shop only for so long: "is on its way" is useless hours later. Calls likewise. */
const MAX_DELAY_MS = 120 * MINUTE

export interface OrderHappening {
  kind: OrderEventKind
  orderId: number
  status: OrderStatus
  at: Date
}
type OrderFact = Pick<
  typeof schema.orders.$inferSelect,
  | 'id'
  | 'number'
  | 'userId'
  | 'orderMode'
  | 'total'
  | 'takenOff'
  | 'deliveryFrom'
  | 'deliveryTo'
  | 'status'
  | 'paymentId'
  | 'payBefore'
  | 'groupOrderId'
> & {
  suppliers: Words[]
  /** What is done, not brought. */
  isService: boolean
}

/** Notifies buyers about their orders, once each, in the relay's transaction: always in the shop, outside by the channels they chose. */
export const notifyOrders = async (tx: Context, happenings: readonly OrderHappening[]): Promise<void> => {
  const facts = await readFacts(tx, [...new Set(happenings.map(({ orderId }) => orderId))])
  // Of other orders only the buyer is told.
  const shared = [...facts.values()].flatMap(({ id, groupOrderId }) => (groupOrderId === null ? [] : [id]))
  const [payers, followers] = [await payersOf(tx, shared), await followersOf(tx, shared)]
  const buyers = [...facts.values()].map(({ userId }) => userId)
  const ids = [...new Set([...buyers, ...payers, ...followers.flatMap(({ userIds }) => userIds)])]
  const [people, channelsFor] = [await readAddressees(tx, ids), await channelsOf(tx, ids)]
  for (const { kind, orderId, status, at } of happenings) {
    const order = facts.get(orderId)
    const person = order && people.get(order.userId)
    // Whoever bought a gift card, or gave a tip, reads what becomes of it where that was.
    if (!order || !person || !isOfGoods(order.orderMode)) continue
    const chosen = channelsFor(order.userId)
    if (kind === 'order.refund') {
      await notifyRefunds(tx, order, { people, channelsFor })
      await notifyLowered(tx, person, order, chosen.confirmation, at)
    }
    if (kind === 'order.placed') await notifyShares(tx, order, at)
    if (kind === 'order.placed' || kind === 'order.payment') await notifyInvoice(tx, person, order, chosen.confirmation, at)
    const notice = orderNotice(kind, status, order.orderMode, order.isService)
    if (!notice) continue
    const channels = new Set([...notice.topics.flatMap((topic) => chosen[topic]), ...(notice.alwaysSms ? [CHANNEL.SMS] : [])])
    await notifyOrder(tx, person, order, notice, at, channels)
    // What was said to be wrong with it is answered to whoever said it, and a question goes to whoever ordered.
    if (notice.step === 'answered' || notice.step === 'question') continue
    for (const userId of followers.find((each) => each.orderId === orderId)?.userIds ?? []) {
      const follower = people.get(userId)
      const theirs = channelsFor(userId)
      if (follower) await notifyOrder(tx, follower, order, notice, at, quietly(notice.topics.flatMap((topic) => theirs[topic])))
    }
    // What people have to pay back by hand.
    if (status === ORDER_STATUS.CANCELLED) await notifyRefunds(tx, order, { people, channelsFor })
  }
}

/** The members of group orders, who see what becomes of their order; see isVisibleTo. */
const followersOf = async (tx: Context, orderIds: readonly number[]): Promise<{ orderId: number; userIds: number[] }[]> => {
  const { groupMembers, groupOrders, orders } = schema
  if (orderIds.length === 0) return []
  const rows = await tx.db
    .select({ orderId: orders.id, userId: groupMembers.userId })
    .from(orders)
    .innerJoin(groupOrders, eq(groupOrders.id, orders.groupOrderId))
    .innerJoin(groupMembers, and(eq(groupMembers.groupOrderId, groupOrders.id), ne(groupMembers.userId, orders.userId)))
    .where(
      and(
        inArray(orders.id, [...orderIds]),
        or(ne(groupOrders.type, GROUP_ORDER_TYPE.PAID_BY_ALL), ne(orders.status, ORDER_STATUS.CANCELLED), isNotNull(orders.paidAt))
      )
    )
    .orderBy(groupMembers.id)
  return [...Map.groupBy(rows, ({ orderId }) => orderId)].map(([orderId, found]) => ({
    orderId,
    userIds: found.map(({ userId }) => userId)
  }))
}

/** An order can be late more than once, its person be asked and be answered: each time is a notification of its own. */
const EACH_TIME: Partial<Record<OrderStep, NotificationKind>> = { delayed: 'delayed', question: 'question', answered: 'claim' }
const identityOf = (step: OrderStep, number: string, at: Date): { kind: NotificationKind; subject: string } => {
  const kind = EACH_TIME[step]
  return kind ? { kind, subject: `${number}:${at.getTime()}` } : { kind: 'order', subject: number }
}

const notifyOrder = async (
  tx: Context,
  person: Addressee,
  order: OrderFact,
  { step, status, lasts }: OrderNotice,
  at: Date,
  channels: Parameters<typeof notify>[2]['channels']
): Promise<void> => {
  const { number, suppliers, total } = order
  const words = orderNoticeWords({
    number,
    step,
    suppliers,
    total: toAmd(total),
    from: order.deliveryFrom.getTime(),
    to: order.deliveryTo.getTime()
  })
  const inserted = await tx.db
    .insert(schema.notifications)
    .values({
      userId: person.id,
      ...identityOf(step, number, at),
      status,
      words,
      createdAt: at
    })
    .onConflictDoNothing()
    .returning({ id: schema.notifications.id })
  if (inserted.length === 0) return
  const delay = step === 'question' ? REPLACEMENT_MINUTES * MINUTE : MAX_DELAY_MS
  await notify(tx, person, {
    template: orderTemplate(number, words, person.locale, tx.config.SITE_URL, tx.now()),
    channels,
    path: orderPath(number),
    tag: `order-${number}`,
    expiresAt: new Date(at.getTime() + (lasts ? MAX_LASTING_DELAY_MS : delay)),
    promptBefore: new Date(at.getTime() + delay)
  })
}

/** Who paid for the orders: of a group order several people. */
const payersOf = async (tx: Context, orderIds: readonly number[]): Promise<number[]> => {
  const { orderTenders } = schema
  if (orderIds.length === 0) return []
  const rows = await tx.db
    .selectDistinct({ id: orderTenders.payerId })
    .from(orderTenders)
    .where(inArray(orderTenders.orderId, [...orderIds]))
  return rows.map(({ id }) => id)
}

const readFacts = async (tx: Context, ids: readonly number[]): Promise<Map<number, OrderFact>> => {
  const { orders, orderParts, suppliers } = schema
  if (ids.length === 0) return new Map()
  const rows = await tx.db
    .select({
      id: orders.id,
      number: orders.number,
      userId: orders.userId,
      orderMode: orders.orderMode,
      total: orders.total,
      takenOff: orders.takenOff,
      deliveryFrom: orders.deliveryFrom,
      deliveryTo: orders.deliveryTo,
      status: orders.status,
      paymentId: orders.paymentId,
      payBefore: orders.payBefore,
      groupOrderId: orders.groupOrderId,
      supplier: suppliers.name,
      kind: suppliers.kind
    })
    .from(orders)
    .innerJoin(orderParts, eq(orderParts.orderId, orders.id))
    .innerJoin(suppliers, eq(suppliers.id, orderParts.supplierId))
    .where(inArray(orders.id, [...ids]))
    .orderBy(orderParts.id)
  const facts = new Map<number, OrderFact>()
  for (const { supplier, kind, ...order } of rows) {
    const existing = facts.get(order.id)
    facts.set(order.id, {
      ...order,
      suppliers: [...(existing?.suppliers ?? []), supplier],
      isService: areServices([{ kind }]) && existing?.isService !== false
    })
  }
  return facts
}
