import { and, eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { BLANK, type MessageRow } from './claim.ts'

/** Data logged about a message that was given up; nothing of its content. */
export interface GivenUp {
  id: number
  channel: string
  kind: string
  attempts: number
  reason: string
}

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]
/** Pauses after the first, second, … attempt; the message is given up after the last one, about a day later. */
const PAUSES = [5 * SECOND, 20 * SECOND, MINUTE, 5 * MINUTE, 20 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR]
export const MAX_ATTEMPTS = PAUSES.length + 1
const MAX_WAIT_SECONDS = 6 * 3_600

/** The simulator's outbox page needs the text; after a real server accepted a secret, the text is blanked. */
const storesText = (ctx: Context, { channel, secret }: MessageRow): boolean =>
  !secret || (channel === 'sms' ? ctx.adapters.sms : ctx.adapters.email).simulated

export const markSent = async (ctx: Context, message: MessageRow, vendorRef: string | null): Promise<void> => {
  const { messages } = schema
  await ctx.db
    .update(messages)
    .set({
      state: 'sent',
      dueAt: null,
      sentAt: new Date(ctx.now()),
      vendorRef,
      reason: '',
      ...(storesText(ctx, message) ? {} : BLANK)
    })
    .where(eq(messages.id, message.id))
}

/** Gives up expired messages, such as codes that are no longer valid. */
export const markLate = async (ctx: Context, { id, secret }: MessageRow): Promise<void> => {
  const { messages } = schema
  await ctx.db
    .update(messages)
    .set({ state: 'expired', dueAt: null, reason: 'too late', ...(secret ? BLANK : {}) })
    .where(eq(messages.id, id))
}

/** Ends an SMS that a limit of paid messages left no place for. An operator may send it again, unless it was a code. */
export const markWithheld = async (ctx: Context, { id, secret }: MessageRow, reason: string): Promise<void> => {
  const { messages } = schema
  await ctx.db
    .update(messages)
    .set({ state: 'withheld', dueAt: null, reason, ...(secret ? BLANK : {}) })
    .where(eq(messages.id, id))
}

/**
 * Schedules the next attempt after a growing pause, or makes the message a dead letter. Does nothing when another process has claimed it
 * meanwhile.
 */
export const markFailed = async (
  ctx: Context,
  { id, attempts, channel, kind }: MessageRow,
  { reason, isFinal, waitSeconds }: { reason: string; isFinal: boolean; waitSeconds: number }
): Promise<GivenUp | null> => {
  const { messages } = schema
  const pause = Math.max(PAUSES[attempts - 1] ?? 0, Math.min(waitSeconds, MAX_WAIT_SECONDS) * SECOND)
  const isGivenUp = isFinal || attempts >= MAX_ATTEMPTS
  const [marked] = await ctx.db
    .update(messages)
    .set(isGivenUp ? { state: 'failed', dueAt: null, reason } : { state: 'waiting', dueAt: new Date(ctx.now() + pause), reason })
    .where(and(eq(messages.id, id), eq(messages.attempts, attempts), eq(messages.state, 'sending')))
    .returning({ id: messages.id })
  return marked && isGivenUp ? { id, channel, kind, attempts, reason } : null
}
