import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { SharedOrder } from '#contract/orders/calls.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { LOCALES } from '#domain/locale.ts'
import { isActive, ORDER_STATUS, TRACKING_STATUS, trackingOf } from '#domain/order-status.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import { getTranslator } from '#i18n/translate.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { lockOrder, ownOrder, type OrderRow } from '../order-row.ts'

const { orders, users } = schema
const TOKEN_BYTES = 16

/** True for an order that is on its way to somebody: nobody else waits for what is fetched, or not paid yet. */
export const canShare = ({ status, orderMode }: Pick<OrderRow, 'status' | 'orderMode'>): boolean =>
  (orderMode === ORDER_MODE.DELIVERY || orderMode === ORDER_MODE.SERVICE) && status !== ORDER_STATUS.NEW_NOT_PAID && isActive(status)

/** Returns the token of the link of an order of the caller, made with the first call. ORDER_NOT_FOUND, also for one that is not under way. */
export const shareOrder = (ctx: Context, orderNumber: string): Promise<{ token: string }> =>
  withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, ownOrder(requireUser(tx).userId, { number: orderNumber }))
    if (!order || !canShare(order)) throw fail('ORDER_NOT_FOUND', { field: 'orderNumber' })
    if (order.shareToken !== null) return { token: order.shareToken }
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    await tx.db.update(orders).set({ shareToken: token }).where(eq(orders.id, order.id))
    return { token }
  })

/** Ends the link of an order of the caller, if there is one. ORDER_NOT_FOUND. */
export const unshareOrder = async (ctx: Context, orderNumber: string): Promise<{ removed: true }> => {
  const own = ownOrder(requireUser(ctx).userId, { number: orderNumber })
  const [order] = await ctx.db.update(orders).set({ shareToken: null }).where(own).returning({ id: orders.id })
  if (!order) throw fail('ORDER_NOT_FOUND', { field: 'orderNumber' })
  return { removed: true }
}

/** Returns what the link of an order shows. ORDER_NOT_FOUND for a token that is none. */
export const sharedOrder = async (ctx: Context, token: string): Promise<SharedOrder> => {
  const [found] = await ctx.db
    .select({ order: orders, firstName: users.firstName })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.shareToken, token))
  if (!found) throw fail('ORDER_NOT_FOUND', { field: 'token' })
  const { order, firstName } = found
  const delivery = {
    firstName,
    street: withoutFlat(order.address),
    from: toIso(order.deliveryFrom.getTime()),
    to: toIso(order.deliveryTo.getTime())
  }
  const trackingStatus = trackingOf(order.status)
  const isOver = trackingStatus === TRACKING_STATUS.DELIVERED || trackingStatus === TRACKING_STATUS.CANCELED
  return { trackingStatus, delivery: isOver ? null : delivery }
}

/** The line of an address has the flat, in the language in which it was ordered. */
const withoutFlat = ({ line, apartment }: OrderRow['address']): string =>
  LOCALES.reduce((text, locale) => text.replace(`, ${getTranslator(locale)('address:apartmentIs', { value: apartment })}`, ''), line)
