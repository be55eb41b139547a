import { asc, inArray, isNull } from 'drizzle-orm'
import type { OrderStatus } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { notifyOrders, type OrderHappening } from '#server/services/notifications/notify-orders.ts'

const MAX_AT_ONCE = 200
type EventRow = typeof schema.events.$inferSelect

/**
 * Relays events and marks them as relayed, in one transaction: to streams (`wake`) and to buyers, once each with any number of processes.
 * An event that fails does not stop the others: it is marked, and the error is thrown at the end.
 */
export const relayEvents = async (ctx: Context, wake: () => void): Promise<number> => {
  // Retrying one by one isolates the failing event.
  const handled = await relay(ctx, MAX_AT_ONCE).catch(() => relayOneByOne(ctx))
  if (handled > 0) wake()
  return handled
}

const relay = (ctx: Context, limit: number, notifies = true): Promise<number> =>
  withTransaction(ctx, async (tx) => {
    const { events } = schema
    const waiting = await tx.db
      .select()
      .from(events)
      .where(isNull(events.handledAt))
      .orderBy(asc(events.id))
      .limit(limit)
      .for('update', { skipLocked: true })
    if (waiting.length === 0) return 0
    if (notifies) await notifyOrders(tx, waiting.flatMap(happeningOf))
    const ids = waiting.map(({ id }) => id)
    await tx.db
      .update(events)
      .set({ handledAt: new Date(tx.now()) })
      .where(inArray(events.id, ids))
    return waiting.length
  })

const relayOneByOne = async (ctx: Context): Promise<number> => {
  const faults: unknown[] = []
  let handled = 0
  while (handled < MAX_AT_ONCE) {
    const relayed = await relay(ctx, 1).catch((cause: unknown) => {
      faults.push(cause)
      return relay(ctx, 1, false)
    })
    if (relayed === 0) break
    handled += relayed
  }
  if (faults.length > 0) throw new AggregateError(faults, 'events that could not be relayed')
  return handled
}

const happeningOf = ({ kind, orderId, payload, createdAt }: EventRow): OrderHappening[] => {
  const status = payload['status']
  if (orderId === null || typeof status !== 'number') return []
  if (kind !== 'order.placed' && kind !== 'order.status' && kind !== 'order.payment') return []
  return [{ kind, orderId, status: status as OrderStatus, at: createdAt }]
}
