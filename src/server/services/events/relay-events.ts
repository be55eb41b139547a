import { asc, inArray, isNull } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const MOST_AT_ONCE = 500

/** Hands events on and marks them as handed on, once each, however many processes do it. Today's only reader are the streams: `wake`. */
export const relayEvents = async (ctx: Context, wake: () => void): Promise<number> => {
  const { events } = schema
  const waiting = ctx.db
    .select({ id: events.id })
    .from(events)
    .where(isNull(events.handledAt))
    .orderBy(asc(events.id))
    .limit(MOST_AT_ONCE)
    .for('update', { skipLocked: true })
  const handled = await ctx.db
    .update(events)
    .set({ handledAt: new Date(ctx.now()) })
    .where(inArray(events.id, waiting))
    .returning({ id: events.id })
  if (handled.length > 0) wake()
  return handled.length
}
