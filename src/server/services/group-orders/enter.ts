import { and, count, eq, gte, ne, sql } from 'drizzle-orm'
import { ORDER_MODE } from '#domain/enums.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { MAX_STARTS_A_DAY } from '#domain/orders/group-order.ts'
import { midnightOf } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import { rowsOf } from '#server/db/rows.ts'

const { groupMembers, groupOrders, orders, users } = schema

/** The signed-in caller. GROUP_ORDER_AUTHORIZATION_REQUIRED for everybody else: only people are in group orders. */
export const requireSignedIn = ({ actor }: Context): number => {
  if (actor.kind !== 'user') throw fail('GROUP_ORDER_AUTHORIZATION_REQUIRED')
  return actor.userId
}

/** The basket of a person who enters a group order. */
export interface OwnBasket {
  id: number
  groupOrderId: number | null
  type: string
  orderMode: number
}

/** Locks the person's basket, and creates it when there is none. */
export const lockOwnBasket = async (tx: Context, userId: number): Promise<OwnBasket> => {
  const now = new Date(tx.now()).toISOString()
  await tx.db.execute(
    sql`insert into baskets (user_id, updated_at) values (${userId}::int, ${now}::timestamptz) on conflict (user_id) do nothing`
  )
  const [basket] = await rowsOf<{ id: number; group_order_id: number | null; type: string; order_mode: number }>(
    tx.db,
    sql`select id, group_order_id, type, order_mode from baskets where user_id = ${userId}::int for update`
  )
  if (!basket) throw new Error(`the basket of person ${userId} was not found`)
  return { id: basket.id, groupOrderId: basket.group_order_id, type: basket.type, orderMode: basket.order_mode }
}

/**
 * Empties a locked basket for a group order, but for the lines of `kept` (a supplier). Throws CHANGE_MODE_TO_DELIVERY or
 * JOINING_EMPTIES_CART when something would be lost that was not agreed to.
 */
export const makeRoom = async (tx: Context, basket: OwnBasket, kept: number | null, agreed: boolean): Promise<void> => {
  if (basket.orderMode !== ORDER_MODE.DELIVERY && !agreed)
    throw fail('CHANGE_MODE_TO_DELIVERY', { field: 'startAnew', vars: { context: 'group' } })
  const lost = sql`i.basket_id = ${basket.id}::int and i.product_id in (select id from products where supplier_id is distinct from ${kept}::int)`
  const [found] = await rowsOf<{ lost: number }>(tx.db, sql`select count(*)::int as lost from basket_items i where ${lost}`)
  if (found && found.lost > 0 && !agreed) throw fail('JOINING_EMPTIES_CART', { field: 'startAnew' })
  await tx.db.execute(sql`delete from basket_items i where ${lost}`)
}

/** Makes a locked basket one of a group order. */
export const enterGroup = async (
  tx: Context,
  basket: OwnBasket,
  { groupOrderId, type, userId, name }: { groupOrderId: number; type: 'initiator' | 'member'; userId: number; name: string }
): Promise<void> => {
  const now = new Date(tx.now())
  await tx.db.insert(groupMembers).values({ groupOrderId, userId, name, joinedAt: now })
  await tx.db
    .update(schema.baskets)
    .set({
      groupOrderId,
      type,
      orderMode: ORDER_MODE.DELIVERY,
      branchId: null,
      supplierId: null,
      version: sql`${schema.baskets.version} + 1`,
      updatedAt: now,
      ...(type === 'member' && { voucherCode: null })
    })
    .where(eq(schema.baskets.id, basket.id))
}

/** The name that the others see: the one that was given, else the first name of the profile (spec section 5). BAD_REQUEST without either. */
export const nameOf = async (tx: Context, userId: number, given = ''): Promise<string> => {
  if (given !== '') return given
  const [person] = await tx.db.select({ firstName: users.firstName }).from(users).where(eq(users.id, userId))
  if (!person || person.firstName === '') throw fail('BAD_REQUEST', { field: 'participantName' })
  return person.firstName
}

/** GROUP_ORDER_FORBIDDEN_TO_JOIN: one group order a day of Yerevan; one whose order was cancelled does not count. */
export const requireFirstToday = async (tx: Context, userId: number): Promise<void> => {
  const [placed] = await tx.db
    .select({ id: orders.id })
    .from(groupMembers)
    .innerJoin(orders, eq(orders.groupOrderId, groupMembers.groupOrderId))
    .where(
      and(eq(groupMembers.userId, userId), gte(orders.createdAt, new Date(midnightOf(tx.now()))), ne(orders.status, ORDER_STATUS.CANCELLED))
    )
    .limit(1)
  if (placed) throw fail('GROUP_ORDER_FORBIDDEN_TO_JOIN')
}

/** TOO_MANY_REQUESTS: group orders that a person starts in a day of Yerevan, placed or not. */
export const requireFewStarts = async (tx: Context, userId: number): Promise<void> => {
  const [started] = await tx.db
    .select({ count: count() })
    .from(groupOrders)
    .where(and(eq(groupOrders.initiatorId, userId), gte(groupOrders.createdAt, new Date(midnightOf(tx.now())))))
  if ((started?.count ?? 0) >= MAX_STARTS_A_DAY) throw fail('TOO_MANY_REQUESTS')
}
