import { sql } from 'drizzle-orm'
import type { CardRefusal, OrderEvent } from '#contract/orders/calls.ts'
import { trackingOf, type OrderStatus } from '#domain/order-status.ts'
import { paymentOf, type PayableOrder } from '#domain/payment.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { ADVISORY_LOCK } from '#server/db/advisory-locks.ts'
import { schema } from '#server/db/schema.ts'

/** placed: the order was made; status: it moved; payment: something about paying it changed. */
export type OrderEventKind = 'order.placed' | 'order.status' | 'order.payment'
export type OrderEventPayload = Omit<OrderEvent, 'id'>

/** NOTIFY channel that wakes streams; rows of `events` are the truth. */
export const EVENTS_CHANNEL = 'order_events'

type EventOrder = PayableOrder & { number: string; status: OrderStatus; cardRefusal?: CardRefusal | null }

/** What an event tells of an order. */
export const eventPayload = (tx: Context, order: EventOrder): OrderEventPayload => ({
  orderNumber: order.number,
  status: order.status,
  trackingStatus: trackingOf(order.status),
  payment: paymentOf(order),
  cardRefusal: order.cardRefusal ?? null,
  at: toIso(tx.now())
})

/**
 * Writes what happened to an order, in the transaction in which it happens and as its last step. The person's lock makes the ids of one
 * person's events visible in their order: a stream that read up to an id has missed none below it.
 */
export const recordOrderEvent = async (
  tx: Context,
  kind: OrderEventKind,
  order: EventOrder & { id: number; userId: number }
): Promise<void> => {
  const payload = eventPayload(tx, order)
  await tx.db.execute(
    sql`select pg_advisory_xact_lock(${ADVISORY_LOCK.eventsOfPerson}::int, ${order.userId}::int), pg_notify(${EVENTS_CHANNEL}, '')`
  )
  await tx.db
    .insert(schema.events)
    .values({ kind, userId: order.userId, orderId: order.id, payload: { ...payload }, createdAt: new Date(tx.now()) })
}
