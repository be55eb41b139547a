import { and, eq, isNull } from 'drizzle-orm'
import { eventPause } from '#domain/back-off.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { faultOf, reasonOf } from './relay-fault.ts'

export type EventRow = typeof schema.events.$inferSelect

/** An event that was given up; its number of attempts includes the last one. */
export interface FailedEvent {
  id: number
  kind: string
  orderId: number | null
  attempts: number
  reason: string
}

/**
 * Schedules the next attempt for an event after a growing pause, or gives it up: it then waits for an operator and no longer holds up the
 * later events of its order. Does nothing when another process has relayed it meanwhile.
 */
export const markEventFailed = async (ctx: Context, event: EventRow, cause: unknown): Promise<FailedEvent | null> => {
  const { events } = schema
  const { id, kind, orderId } = event
  const attempts = event.attempts + 1
  const reason = reasonOf(cause)
  const pause = eventPause(attempts, faultOf(cause))
  const now = ctx.now()
  const change = pause === null ? { handledAt: new Date(now), failedAt: new Date(now) } : { retryAt: new Date(now + pause) }
  const marked = await ctx.db
    .update(events)
    .set({ attempts, reason, ...change })
    .where(and(eq(events.id, id), eq(events.attempts, event.attempts), isNull(events.handledAt)))
    .returning({ id: events.id })
  return marked.length > 0 && pause === null ? { id, kind, orderId, attempts, reason } : null
}
