import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { MessageChannel } from '#server/db/schema/messages.ts'

export type MessageRow = typeof schema.messages.$inferSelect

/** What is written over a text that nobody may read any more. */
export const BLANK = { body: '', html: '', subject: '' }

/**
 * Takes messages that are due for the length of a lease, the oldest first, and lets go of the database: nothing is locked while they are
 * sent. Several processes share the work; what one that died had taken is due again when its lease is over. Counts the attempt.
 */
export const claimDue = async (ctx: Context, channel: MessageChannel, most: number, leaseMs: number): Promise<MessageRow[]> => {
  const { messages } = schema
  const due = ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.channel, channel), lte(messages.dueAt, new Date(ctx.now()))))
    .orderBy(asc(messages.dueAt), asc(messages.id))
    .limit(most)
    .for('update', { skipLocked: true })
  return ctx.db
    .update(messages)
    .set({ state: 'sending', attempts: sql`${messages.attempts} + 1`, dueAt: new Date(ctx.now() + leaseMs) })
    .where(inArray(messages.id, due))
    .returning()
}
