import { alias } from 'drizzle-orm/pg-core'
import { and, asc, inArray, isNull, lt, lte, notExists, or, eq, sql } from 'drizzle-orm'
import type { OrderStatus } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { markEventFailed, type EventRow, type FailedEvent } from '#server/services/events/mark-failed.ts'
import { reasonOf } from '#server/services/events/relay-fault.ts'
import { notifyOrders, type OrderHappening } from '#server/services/notifications/notify-orders.ts'

const MAX_AT_ONCE = 200
/** A round with failing events ends after this time, so that faults that take long do not hold up the lane; the next round continues. */
const MAX_ROUND_MS = 5_000

/** An event that could not be relayed, with the cause. */
class RelayFailed extends Error {
  readonly event: EventRow
  constructor(event: EventRow, cause: unknown) {
    super(`event ${event.id} (${event.kind}) could not be relayed`, { cause })
    this.event = event
  }
}

export interface Relayed {
  givenUp: FailedEvent[]
  /** What is tried again later, for the log; null when nothing failed. */
  retried: string | null
}

/**
 * Relays events and marks them as relayed, in one transaction: to streams (`wake`) and to buyers, once each with any number of processes,
 * those of one order in their order. A failing event is tried again after a growing pause and only holds up the later ones of its order.
 */
export const relayEvents = async (ctx: Context, wake: () => void): Promise<Relayed> => {
  try {
    let relayed: number
    do {
      relayed = await relay(ctx, MAX_AT_ONCE)
      if (relayed > 0) wake()
    } while (relayed > 0)
    return { givenUp: [], retried: null }
  } catch {
    // Relaying one by one isolates the failing event.
    return await relayOneByOne(ctx, wake)
  }
}

const relayOneByOne = async (ctx: Context, wake: () => void): Promise<Relayed> => {
  const started = performance.now()
  const givenUp: FailedEvent[] = []
  const retried: string[] = []
  while (performance.now() - started < MAX_ROUND_MS) {
    try {
      if ((await relay(ctx, 1)) === 0) break
      wake()
    } catch (failure) {
      if (!(failure instanceof RelayFailed)) throw failure
      const failed = await markEventFailed(ctx, failure.event, failure.cause)
      if (failed) givenUp.push(failed)
      else retried.push(`event ${failure.event.id}: ${reasonOf(failure.cause)}`)
    }
  }
  const [first] = retried
  return { givenUp, retried: first ? `${retried.length} events are tried again later; ${first}` : null }
}

/** Relays the first waiting event of each order that is due, and returns how many. */
const relay = (ctx: Context, limit: number): Promise<number> =>
  withTransaction(ctx, async (tx) => {
    const { events } = schema
    const now = new Date(tx.now())
    const earlier = alias(events, 'earlier')
    const hasEarlier = tx.db
      .select({ one: sql`1` })
      .from(earlier)
      .where(and(eq(earlier.orderId, events.orderId), lt(earlier.id, events.id), isNull(earlier.handledAt)))
    const waiting = await tx.db
      .select()
      .from(events)
      .where(and(isNull(events.handledAt), or(isNull(events.retryAt), lte(events.retryAt, now)), notExists(hasEarlier)))
      .orderBy(asc(events.id))
      .limit(limit)
      .for('update', { of: events, skipLocked: true })
    const [first] = waiting
    if (!first) return 0
    try {
      await notifyOrders(tx, waiting.flatMap(happeningOf))
    } catch (cause) {
      throw new RelayFailed(first, cause)
    }
    const ids = waiting.map(({ id }) => id)
    await tx.db.update(events).set({ handledAt: now }).where(inArray(events.id, ids))
    return waiting.length
  })

const NOTIFYING_KINDS = [
  'order.placed',
  'order.status',
  'order.payment',
  'order.refund',
  'order.delayed',
  'order.claim',
  'order.question'
] as const
const isNotifying = (kind: string): kind is (typeof NOTIFYING_KINDS)[number] => (NOTIFYING_KINDS as readonly string[]).includes(kind)

const happeningOf = ({ kind, orderId, payload, createdAt }: EventRow): OrderHappening[] => {
  const status = payload['status']
  if (orderId === null || typeof status !== 'number') return []
  return isNotifying(kind) ? [{ kind, orderId, status: status as OrderStatus, at: createdAt }] : []
}
