import { sql } from 'drizzle-orm'
import type { CardRefusal, OrderEvent } from '#contract/orders/calls.ts'
import { trackingOf, type OrderStatus } from '#domain/order-status.ts'
import { paymentOf, type PayableOrder } from '#domain/payment.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { ADVISORY_LOCK } from '#server/db/advisory-locks.ts'

/** placed: the order was created; status: it moved; payment: its payment state changed; refund: money was given back, or less is to be paid; receipt: one was printed; delayed: it takes longer; claim: what was said to be wrong is answered; question: something has run out, and the customer is asked; changed: one of its parts moved alone, or its code. */
export type OrderEventKind =
  | 'order.placed'
  | 'order.status'
  | 'order.payment'
  | 'order.refund'
  | 'order.receipt'
  | 'order.delayed'
  | 'order.claim'
  | 'order.question'
  | 'order.changed'
export type OrderEventPayload = Omit<OrderEvent, 'id'>

/** NOTIFY channel that wakes streams; the rows of `events` are authoritative. */
export const EVENTS_CHANNEL = 'order_events'

type EventOrder = PayableOrder & { number: string; status: OrderStatus; cardRefusal?: CardRefusal | null }

/** Fields of an order in its event. */
export const eventPayload = (tx: Context, order: EventOrder): OrderEventPayload => ({
  orderNumber: order.number,
  status: order.status,
  trackingStatus: trackingOf(order.status),
  payment: paymentOf(order),
  cardRefusal: order.cardRefusal ?? null,
  at: toIso(tx.now())
})

/**
 * Writes an order event, as the last step of its transaction. The person's lock makes the ids of their events visible in order: a stream
 * that has read up to an id has missed none below it.
 */
export const recordOrderEvent = async (
  tx: Context,
  kind: OrderEventKind,
  order: EventOrder & { id: number; userId: number }
): Promise<void> => {
  const payload = JSON.stringify(eventPayload(tx, order))
  await tx.db.execute(
    sql`with l as materialized (
        select pg_advisory_xact_lock(${ADVISORY_LOCK.eventsOfPerson}::int, ${order.userId}::int)::text as locked, pg_notify(${EVENTS_CHANNEL}::text, ''))
      insert into events (kind, user_id, order_id, payload, created_at)
      select ${kind}::text, ${order.userId}::int, ${order.id}::int, ${payload}::jsonb, ${new Date(tx.now()).toISOString()}::timestamptz
      from l where l.locked is not null`
  )
}
