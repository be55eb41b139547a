import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { FullDisk } from '#server/db/full-disk.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'
import { countDeadEvents } from '#server/services/events/dead-events.ts'
import { lastDifferences } from '#server/services/ledger/last-check.ts'
import { countDeadLetters, countWithheld } from '#server/services/messages/dead-letters.ts'

/** Longest wait for the database: a load balancer asks every few seconds and needs an answer. */
const MAX_WAIT_MS = 2_000

const { homeBlocks, suppliers, products, users, baskets, orders } = schema
/** The newest row of every table without which nobody can look or buy: one that is missing, or damaged there, fails the query. */
const ESSENTIAL = sql.join(
  [
    sql`(select key from ${homeBlocks} limit 1)`,
    ...[suppliers, products, users, baskets, orders].map((table) => sql`(select id from ${table} order by id desc limit 1)`)
  ],
  sql`, `
)

type NotReady = 'database' | 'disk' | 'tables' | 'directory'

/** Returns why this process cannot serve; null when it can. A database that answers too late, or is a standby, counts as unavailable. */
export const whyNotReady = async (ctx: Context, disk: FullDisk): Promise<NotReady | null> => {
  const [server] = (await inTime(rowsOf<{ standby: boolean }>(ctx.db, sql`select pg_is_in_recovery() as standby`))) ?? []
  if (!server || server.standby) return 'database'
  if (disk.isFull()) return 'disk'
  if ((await inTime(rowsOf(ctx.db, sql`select ${ESSENTIAL}`))) === null) return 'tables'
  return (await inTime(ctx.directory.read())) === null ? 'directory' : null
}

export interface Undelivered {
  messages: number
  events: number
  /** SMS of the last 24 hours that limits of paid messages held back. */
  withheld: number
}

/** Counts what was given up and waits for people; null when the database answers too late. */
export const countUndelivered = async (ctx: Pick<Context, 'db' | 'now'>): Promise<Undelivered | null> => {
  const counts = await inTime(Promise.all([countDeadLetters(ctx), countDeadEvents(ctx), countWithheld(ctx)]))
  return counts && { messages: counts[0], events: counts[1], withheld: counts[2] }
}

/** Counts what the last check of the ledger found; null when there was none, or the database answers too late. */
export const countDifferences = (ctx: Pick<Context, 'db'>): Promise<number | null> => inTime(lastDifferences(ctx))

/** Resolves to null when the work fails or takes too long. */
const inTime = <T>(work: Promise<T>): Promise<T | null> =>
  new Promise((resolve) => {
    const timeout = setTimeout(() => resolve(null), MAX_WAIT_MS)
    work.then(resolve, () => resolve(null)).finally(() => clearTimeout(timeout))
  })
