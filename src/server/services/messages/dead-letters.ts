import { and, asc, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

type Db = Pick<Context, 'db' | 'now'>
const { messages } = schema
const DEAD = inArray(messages.state, ['failed', 'undelivered'])

/** A message that was given up, or taken over and never arrived. What it says is not shown: it may be a code. */
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

/** The oldest first. */
export const listDeadLetters = (ctx: Db, most = 200): Promise<DeadLetter[]> => {
  const { id, channel, kind, recipient, state, attempts, reason, createdAt } = messages
  return ctx.db
    .select({ id, channel, kind, recipient, state, attempts, reason, createdAt })
    .from(messages)
    .where(DEAD)
    .orderBy(asc(messages.id))
    .limit(most)
}

/** Sends dead letters again, one or all; answers how many. One whose text is blanked already, or whose time is over, stays where it is. */
export const requeue = async (ctx: Db, which: number | 'all'): Promise<number> => {
  const now = new Date(ctx.now())
  const inTime = or(isNull(messages.expiresAt), gt(messages.expiresAt, now))
  const requeued = await ctx.db
    .update(messages)
    .set({ state: 'waiting', attempts: 0, dueAt: now })
    .where(and(DEAD, inTime, which === 'all' ? undefined : eq(messages.id, which), gt(messages.body, '')))
    .returning({ id: messages.id })
  return requeued.length
}

/** A call that somebody of the shop has to make. */
export interface CallToMake {
  id: number
  recipient: string
  about: string
  createdAt: Date
}

/** The oldest first; those nobody made in time are gone. */
export const listCalls = (ctx: Db, most = 200): Promise<CallToMake[]> => {
  const { id, recipient, body: about, createdAt } = messages
  return ctx.db
    .select({ id, recipient, about, createdAt })
    .from(messages)
    .where(and(eq(messages.channel, 'call'), eq(messages.state, 'waiting'), gt(messages.expiresAt, new Date(ctx.now()))))
    .orderBy(asc(messages.id))
    .limit(most)
}

/** A call was made; false when there is none of that number to make. */
export const markCalled = async (ctx: Db, id: number): Promise<boolean> => {
  const called = await ctx.db
    .update(messages)
    .set({ state: 'sent', sentAt: new Date(ctx.now()) })
    .where(and(eq(messages.id, id), eq(messages.channel, 'call'), eq(messages.state, 'waiting')))
    .returning({ id: messages.id })
  return called.length > 0
}
