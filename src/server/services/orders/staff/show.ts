import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import { formatQuantity } from '#domain/time/date-format.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { formatAmd, toAmd } from '#domain/money.ts'
import { ORDER_STATUS, statusName, type OrderStatus } from '#domain/order-status.ts'
import { formatDateTime, formatTime } from '#i18n/dates.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { OrderAddress } from '#server/db/schema/trade.ts'
import { methodOf } from '#server/services/payments/methods.ts'
import { paysOrder, tendersOf } from '#server/services/payments/tender-rows.ts'
import { linesOf } from '../refund-lines.ts'
import type { OrderRow } from '../order-row.ts'
import { peopleOf } from '../people-of.ts'
import { RefusedToStaff } from './refused.ts'
import type { StaffOrder } from './staff-order.ts'

const { branches, orderParts, orders, suppliers, users } = schema
const words = (status: OrderStatus): string => statusName(status).toLowerCase().replaceAll('_', ' ')
const windowOf = ({ deliveryFrom, deliveryTo }: OrderRow): string =>
  `${formatDateTime(deliveryFrom.getTime())}–${formatTime(deliveryTo.getTime())}`

const partsOf = (ctx: Context, orderIds: readonly number[]) =>
  ctx.db
    .select({ part: orderParts, alias: suppliers.alias, branch: branches.address })
    .from(orderParts)
    .innerJoin(suppliers, eq(suppliers.id, orderParts.supplierId))
    .innerJoin(branches, eq(branches.id, orderParts.branchId))
    .where(inArray(orderParts.orderId, [...orderIds]))
    .orderBy(asc(orderParts.id))

/** What somebody has to know to make an order and bring it, a line each; of one supplier's part its lines alone. UNKNOWN_ORDER, UNKNOWN_PART. */
export const showOrder = async (ctx: Context, { number, supplier }: StaffOrder): Promise<string[]> => {
  const [row] = await ctx.db
    .select({ order: orders, phone: users.phone, name: users.firstName })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.number, number))
  if (!row) throw new RefusedToStaff('UNKNOWN_ORDER', `there is no order ${number}; its number stands on its page`)
  const { order, phone, name } = row
  const parts = (await partsOf(ctx, [order.id])).filter(({ alias }) => supplier === null || alias === supplier)
  if (parts.length === 0) throw new RefusedToStaff('UNKNOWN_PART', `order ${number} has no part of ${supplier}`)
  const shown = new Set(parts.map(({ part }) => part.id))
  const items = (await linesOf(ctx, order.id)).filter(({ partId }) => shown.has(partId))
  const people = await peopleOf(ctx, order)
  const isFetched = order.orderMode === ORDER_MODE.PICK_UP
  return [
    `${number}: ${words(order.status)}, ${isFetched ? 'fetched' : 'delivered'} ${windowOf(order)}, placed ${formatDateTime(order.createdAt.getTime())}`,
    ...parts.flatMap(({ part, alias, branch }) => [
      `${alias}, ${branch.en}: ${words(part.status)}`,
      ...items
        .filter(({ partId }) => partId === part.id)
        .map((item) => {
          const index = items.indexOf(item)
          const chosen = item.options.map((option) => option.name.en).join(', ')
          const back = item.refundedQuantity > 0 ? `, ${formatQuantity(item.refundedQuantity, item.unitId, 'en')} given back` : ''
          const person = people.get(item.userId ?? 0)
          const gifts = item.gifts ? `, with a gift each: ${item.gifts.map(({ en }) => en).join(', ')}` : ''
          return `  ${index + 1}  ${formatQuantity(item.quantity, item.unitId, 'en')} × ${item.name.en}${chosen ? ` (${chosen})` : ''}  ${formatAmd(toAmd(item.totalPrice), 'en')}${gifts}${back}${person ? `, for ${person}` : ''}${item.runOut ? `, if it has run out: ${RUN_OUT_WORDS[item.runOut]}` : ''}`
        })
    ]),
    `total: ${formatAmd(toAmd(order.total), 'en')}, ${methodOf(order.paymentId).key}`,
    ...(order.tip > 0 ? [`tip for the courier, in the total: ${formatAmd(toAmd(order.tip), 'en')}`] : []),
    ...(isFetched || order.courier === null ? [] : [`courier: ${order.courier}`]),
    ...(await sharesOf(ctx, order, people)),
    `for: ${[name, phone].filter(Boolean).join(', ') || 'nobody named'}`,
    ...(isFetched ? [] : [`to: ${doorOf(order.address)}`]),
    `if something has run out: ${RUN_OUT_WORDS[order.runOut]}`,
    `cutlery: ${order.cutlery ? 'yes' : 'no'}`,
    ...(order.customerComment ? [`comment: ${JSON.stringify(order.customerComment)}`] : []),
    ...(order.pausedFor === null ? [] : [`paused: ${JSON.stringify(order.pausedFor)}`]),
    ...(order.isGift ? [`a gift${order.greeting ? `, its card says ${JSON.stringify(order.greeting)}` : ''}`] : [])
  ]
}

/** Who pays which share by what, where there are several: also what is left to take at the door beside points. */
const sharesOf = async (ctx: Context, { id }: OrderRow, people: ReadonlyMap<number, string>): Promise<string[]> => {
  const tenders = (await tendersOf(ctx, id)).filter(paysOrder)
  if (tenders.length < 2) return []
  const isOne = new Set(tenders.map(({ payerId }) => payerId)).size === 1
  return tenders.map(({ payerId, amount, methodId, state }) => {
    const share = `share: ${formatAmd(toAmd(amount), 'en')}, ${methodOf(methodId).key}, ${state}`
    return isOne ? share : `${share}, ${people.get(payerId) ?? 'somebody erased'}`
  })
}

const RUN_OUT_WORDS = { call: 'call', replace: 'replace it', leaveOut: 'leave it out' } as const

/** The line has the flat and the town. */
const doorOf = ({ line, entrance, floor, doorCode, comment, phone }: OrderAddress): string => {
  const named = [
    ['entrance', entrance],
    ['floor', floor === 0 ? '' : String(floor)],
    ['door code', doorCode],
    ['phone', phone]
  ] as const
  const details = named.flatMap(([what, value]) => (value ? [`${what} ${value}`] : []))
  return [line, ...details, ...(comment ? [JSON.stringify(comment)] : [])].filter(Boolean).join(', ')
}

const UNDER_WAY = [ORDER_STATUS.OPEN, ORDER_STATUS.PAID, ORDER_STATUS.IN_PROCESS, ORDER_STATUS.READY_FOR_DELIVERY]
const MAX_LISTED = 200

/** Orders that somebody has to do something about, those to be there first at the top, a line each. */
export const listUnderWay = async (ctx: Context, alias: string | null): Promise<string[]> => {
  const rows = await ctx.db
    .select()
    .from(orders)
    // Tickets wait for nobody at a supplier.
    .where(and(inArray(orders.status, UNDER_WAY), ne(orders.orderMode, ORDER_MODE.ADMISSION)))
    .orderBy(asc(orders.deliveryFrom))
    .limit(MAX_LISTED)
  const parts =
    rows.length > 0
      ? await partsOf(
          ctx,
          rows.map(({ id }) => id)
        )
      : []
  const lines = rows.flatMap((order) => {
    const own = parts.filter(({ part }) => part.orderId === order.id)
    if (alias !== null && !own.some((part) => part.alias === alias)) return []
    const states = own.map((part) => `${part.alias} ${words(part.part.status)}`).join(', ')
    return [`${order.number}  ${windowOf(order)}  ${states}`]
  })
  return lines.length > 0 ? lines : ['nothing is under way']
}
