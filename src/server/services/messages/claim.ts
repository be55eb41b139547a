import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { MessageChannel } from '#server/db/schema/messages.ts'

export type MessageRow = typeof schema.messages.$inferSelect

/** Replaces a text that must no longer be readable. */
export const BLANK = { body: '', html: '', subject: '' }

/** Which messages to claim: codes and links that somebody is waiting for, or the others. */
export type Urgency = 'codes' | 'letters' | 'all'

/**
 * Claims due messages for the length of a lease, codes first, then the oldest, without holding locks while they are sent. Several processes share the work;
 * messages of a process that died are due again after the lease. Counts the attempt.
 */
export const claimDue = async (
  ctx: Context,
  channel: MessageChannel,
  limit: number,
  leaseMs: number,
  urgency: Urgency = 'all'
): Promise<MessageRow[]> => {
  const { messages } = schema
  const urgent = urgency === 'all' ? undefined : eq(messages.secret, urgency === 'codes')
  const due = ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.channel, channel), urgent, lte(messages.dueAt, new Date(ctx.now()))))
    .orderBy(desc(messages.secret), asc(messages.dueAt), asc(messages.id))
    .limit(limit)
    .for('update', { skipLocked: true })
  return ctx.db
    .update(messages)
    .set({ state: 'sending', attempts: sql`${messages.attempts} + 1`, dueAt: new Date(ctx.now() + leaseMs) })
    .where(inArray(messages.id, due))
    .returning()
}
