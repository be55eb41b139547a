import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { OrderGroup } from '#contract/orders/calls.ts'
import { toAmd, type Amount } from '#domain/money.ts'
import { isPaidByAll, type GroupOrderType } from '#domain/orders/group-order.ts'
import { sharesOf } from '#domain/orders/shares.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { ItemRow, OrderRow } from '../order-row.ts'

const { groupMembers, groupOrders, orderTenders } = schema

/** What a share is computed from. */
type Item = Pick<ItemRow, 'orderId' | 'userId' | 'totalPrice' | 'voucher'>

/**
 * Returns, by order id, whose group order it was and what one person bears of it: what they have to pay where everybody pays, else their
 * share of what the initiator pays. Two queries for any number of group orders; none when there is none.
 */
export const groupsOfOrders = async (
  ctx: Pick<Context, 'db'>,
  userId: number,
  orders: readonly OrderRow[],
  items: readonly Item[]
): Promise<ReadonlyMap<number, OrderGroup>> => {
  const ids = orders.flatMap(({ groupOrderId }) => groupOrderId ?? [])
  if (ids.length === 0) return new Map()
  const members = await ctx.db
    .select({
      groupOrderId: groupOrders.id,
      type: groupOrders.type,
      limit: groupOrders.limit,
      initiatorId: groupOrders.initiatorId,
      userId: groupMembers.userId,
      name: groupMembers.name
    })
    .from(groupOrders)
    .innerJoin(groupMembers, eq(groupMembers.groupOrderId, groupOrders.id))
    .where(inArray(groupOrders.id, ids))
    .orderBy(asc(groupMembers.id))
  const paid = await paidBy(ctx, userId, orders)
  return new Map(
    orders.flatMap((order): [number, OrderGroup][] => {
      const people = members.filter(({ groupOrderId }) => groupOrderId === order.groupOrderId)
      const [first] = people
      if (!first) return []
      const { type, limit, initiatorId } = first
      const share = isPaidByAll({ type }) ? (paid.get(order.id) ?? 0) : shareOf(order, items, people, userId)
      const organiser = people.find((member) => member.userId === initiatorId)?.name ?? ''
      return [
        [
          order.id,
          {
            id: first.groupOrderId,
            organiser,
            isOwner: order.userId === userId,
            paidByAll: isPaidByAll({ type }),
            limit,
            share: toAmd(share)
          }
        ]
      ]
    })
  )
}

/** What one person pays of orders. */
const paidBy = async (ctx: Pick<Context, 'db'>, userId: number, orders: readonly OrderRow[]): Promise<ReadonlyMap<number, Amount>> => {
  const tenders = await ctx.db
    .select({ orderId: orderTenders.orderId, amount: orderTenders.amount })
    .from(orderTenders)
    .where(
      and(
        inArray(
          orderTenders.orderId,
          orders.map(({ id }) => id)
        ),
        eq(orderTenders.payerId, userId),
        ne(orderTenders.state, 'released')
      )
    )
  const sums = new Map<number, Amount>()
  for (const { orderId, amount } of tenders) sums.set(orderId, (sums.get(orderId) ?? 0) + amount)
  return sums
}

const shareOf = (
  order: OrderRow,
  items: readonly Item[],
  people: readonly { userId: number; type: GroupOrderType }[],
  userId: number
): Amount => {
  const own = items.filter(({ orderId }) => orderId === order.id)
  const sum = (rows: readonly Item[], of: 'totalPrice' | 'voucher'): Amount => rows.reduce((all, row) => all + row[of], 0)
  const choices = people.map((member) => {
    const lines = own.filter((item) => item.userId === member.userId)
    return { goods: sum(lines, 'totalPrice'), voucher: sum(lines, 'voucher') }
  })
  const offDelivery = order.voucher - sum(own, 'voucher')
  const equally = order.packingPrice + order.deliveryPrice + order.tip - offDelivery
  const shares = sharesOf(choices, { equally, fee: order.serviceFee })
  return shares[people.findIndex((member) => member.userId === userId)] ?? 0
}
