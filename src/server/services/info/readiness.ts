import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { countDeadEvents } from '#server/services/events/dead-events.ts'
import { countDeadLetters } from '#server/services/messages/dead-letters.ts'

/** Longest wait for the database: a load balancer asks every few seconds and needs an answer. */
const MAX_WAIT_MS = 2_000

/** Returns why this process cannot serve; null when it can. A database that answers too late counts as unavailable. */
export const whyNotReady = async (ctx: Context): Promise<'database' | 'directory' | null> => {
  if (!(await inTime(ctx.db.execute(sql`select 1`)))) return 'database'
  return (await inTime(ctx.directory.read())) ? null : 'directory'
}

export interface Undelivered {
  messages: number
  events: number
}

/** Counts what was given up and waits for people; null when the database answers too late. */
export const countUndelivered = async (ctx: Pick<Context, 'db' | 'now'>): Promise<Undelivered | null> => {
  const counts = Promise.all([countDeadLetters(ctx), countDeadEvents(ctx)])
  if (!(await inTime(counts))) return null
  const [messages, events] = await counts
  return { messages, events }
}

const inTime = (work: Promise<unknown>): Promise<boolean> =>
  new Promise((resolve) => {
    const timeout = setTimeout(() => resolve(false), MAX_WAIT_MS)
    work
      .then(
        () => resolve(true),
        () => resolve(false)
      )
      .finally(() => clearTimeout(timeout))
  })
