import { and, asc, count, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

type Db = Pick<Context, 'db' | 'now'>
const { messages } = schema
const DEAD = inArray(messages.state, ['failed', 'undelivered'])
const WITHHELD = eq(messages.state, 'withheld')
const UNSENT = or(DEAD, WITHHELD)
const DAY_MS = 86_400_000

/** A message that was given up, accepted but not delivered, or withheld by a limit of paid messages. Its text is not shown, because it may be a code. */
export interface DeadLetter {
  id: number
  channel: string
  kind: string
  recipient: string
  state: string
  attempts: number
  reason: string
  createdAt: Date
}

/** Returns the oldest first, after the others those that were withheld. */
export const listDeadLetters = (ctx: Db, limit = 200): Promise<DeadLetter[]> => {
  const { id, channel, kind, recipient, state, attempts, reason, createdAt } = messages
  return ctx.db
    .select({ id, channel, kind, recipient, state, attempts, reason, createdAt })
    .from(messages)
    .where(UNSENT)
    .orderBy(asc(WITHHELD), asc(messages.id))
    .limit(limit)
}

export const countDeadLetters = async (ctx: Db): Promise<number> => {
  const [row] = await ctx.db.select({ dead: count() }).from(messages).where(DEAD)
  return row?.dead ?? 0
}

/** Counts the SMS that limits held back in the last 24 hours. */
export const countWithheld = async (ctx: Db): Promise<number> => {
  const [row] = await ctx.db
    .select({ withheld: count() })
    .from(messages)
    .where(and(WITHHELD, gt(messages.createdAt, new Date(ctx.now() - DAY_MS))))
  return row?.withheld ?? 0
}

/** Sends dead letters and withheld messages again, one or all, and returns how many. Messages with a blanked text or past their expiry are skipped. */
export const requeue = async (ctx: Db, selection: number | 'all'): Promise<number> => {
  const now = new Date(ctx.now())
  const inTime = or(isNull(messages.expiresAt), gt(messages.expiresAt, now))
  const requeued = await ctx.db
    .update(messages)
    .set({ state: 'waiting', attempts: 0, dueAt: now })
    .where(and(UNSENT, inTime, selection === 'all' ? undefined : eq(messages.id, selection), gt(messages.body, '')))
    .returning({ id: messages.id })
  return requeued.length
}

/** A phone call that staff has to make. */
export interface CallToMake {
  id: number
  recipient: string
  about: string
  createdAt: Date
}

/** Returns the oldest first, without those that expired. */
export const listCalls = (ctx: Db, limit = 200): Promise<CallToMake[]> => {
  const { id, recipient, body: about, createdAt } = messages
  return ctx.db
    .select({ id, recipient, about, createdAt })
    .from(messages)
    .where(and(eq(messages.channel, 'call'), eq(messages.state, 'waiting'), gt(messages.expiresAt, new Date(ctx.now()))))
    .orderBy(asc(messages.id))
    .limit(limit)
}

/** Marks a call as made; returns false when there is no open call with this id. */
export const markCalled = async (ctx: Db, id: number): Promise<boolean> => {
  const called = await ctx.db
    .update(messages)
    .set({ state: 'sent', sentAt: new Date(ctx.now()) })
    .where(and(eq(messages.id, id), eq(messages.channel, 'call'), eq(messages.state, 'waiting')))
    .returning({ id: messages.id })
  return called.length > 0
}
