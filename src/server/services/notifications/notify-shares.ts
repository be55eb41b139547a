import { and, eq, ne, sum } from 'drizzle-orm'
import { toAmd } from '#domain/money.ts'
import { NOTIFICATION_STATUS, ORDER_STATUS } from '#domain/order-status.ts'
import { isPaidByAll } from '#domain/orders/group-order.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { shareNoticeWords, groupLink, shareTemplate } from './notification-words.ts'
import { withoutCalls } from './notify-refunds.ts'
import { notify, readAddressees } from './notify.ts'
import { channelsOf } from './settings.ts'

type Placed = Pick<typeof schema.orders.$inferSelect, 'id' | 'number' | 'userId' | 'status' | 'groupOrderId' | 'payBefore'>

/** Tells the members of a group order for which everybody pays what their share is, once: its initiator is just paying. */
export const notifyShares = async (tx: Context, order: Placed, at: Date): Promise<void> => {
  const { id, number, userId, status, groupOrderId, payBefore } = order
  if (status !== ORDER_STATUS.NEW_NOT_PAID || groupOrderId === null || !payBefore) return
  const { groupOrders, notifications, orderTenders, suppliers } = schema
  const [group] = await tx.db
    .select({ type: groupOrders.type, hash: groupOrders.hash, alias: suppliers.alias })
    .from(groupOrders)
    .innerJoin(suppliers, eq(suppliers.id, groupOrders.supplierId))
    .where(eq(groupOrders.id, groupOrderId))
  if (!group || !isPaidByAll(group)) return
  const due = await tx.db
    .select({ payerId: orderTenders.payerId, amount: sum(orderTenders.amount).mapWith(Number) })
    .from(orderTenders)
    .where(and(eq(orderTenders.orderId, id), eq(orderTenders.state, 'held'), ne(orderTenders.payerId, userId)))
    .groupBy(orderTenders.payerId)
  const ids = due.map(({ payerId }) => payerId)
  const [people, channelsFor] = [await readAddressees(tx, ids), await channelsOf(tx, ids)]
  for (const { payerId, amount } of due) {
    const person = people.get(payerId)
    if (!person) continue
    const words = shareNoticeWords({ number, amount: toAmd(amount), until: payBefore.getTime(), ...group })
    const inserted = await tx.db
      .insert(notifications)
      .values({ userId: payerId, kind: 'share', subject: number, status: NOTIFICATION_STATUS.NEW, words, createdAt: at })
      .onConflictDoNothing()
      .returning({ id: notifications.id })
    if (inserted.length === 0) continue
    await notify(tx, person, {
      template: shareTemplate(words, person.locale, tx.config.SITE_URL),
      channels: withoutCalls(channelsFor(payerId).confirmation),
      path: groupLink(words),
      tag: `share-${number}`,
      expiresAt: payBefore
    })
  }
}
