import { and, eq, gt, inArray, not, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const { rateLimits } = schema
const DAY_SECONDS = 86_400
/** A window that ends later was opened while the clock was ahead: it must not last until then. Clocks of machines differ a little. */
const LONGEST_SECONDS = DAY_SECONDS + 60

/** At most `max` in a window of `seconds`. */
export interface Limit {
  key: string
  seconds: number
  max: number
}

const later = (ctx: Context, seconds: number): Date => new Date(ctx.now() + seconds * 1000)
const moment = (ctx: Context, seconds = 0) => sql`${later(ctx, seconds).toISOString()}::timestamptz`
const secondsUntil = (ctx: Context, end: Date): number => Math.max(1, Math.ceil((end.getTime() - ctx.now()) / 1000))

const isOver = (ctx: Context) =>
  sql`(${rateLimits.windowEnd} <= ${moment(ctx)} or ${rateLimits.windowEnd} > ${moment(ctx, LONGEST_SECONDS)})`

/** The count of a key in one statement, so that parallel tries cannot exceed a limit. A window that has ended begins anew. */
const counting = (ctx: Context, { key, seconds }: Pick<Limit, 'key' | 'seconds'>) => {
  const expired = isOver(ctx)
  const set = {
    count: sql`case when ${expired} then 1 else ${rateLimits.count} + 1 end`,
    windowEnd: sql`case when ${expired} then excluded.window_end else ${rateLimits.windowEnd} end`
  }
  const insert = ctx.db.insert(rateLimits).values({ key, windowEnd: later(ctx, seconds), count: 1 })
  return { expired, insert, onConflict: { target: rateLimits.key, set } }
}

/** Counts, and returns the seconds to wait; null when allowed. */
export const countLimit = async (ctx: Context, limit: Limit): Promise<number | null> => {
  const { insert, onConflict } = counting(ctx, limit)
  const [row] = await insert.onConflictDoUpdate(onConflict).returning()
  return row && row.count > limit.max ? secondsUntil(ctx, row.windowEnd) : null
}

/** Counts unless the limit is full; `past`: also then. Returns whether it counted. */
export const countBelow = async (ctx: Context, limit: Limit, past: boolean): Promise<boolean> => {
  const { expired, insert, onConflict } = counting(ctx, limit)
  const setWhere = past ? undefined : sql`${expired} or ${rateLimits.count} < ${limit.max}`
  const rows = await insert.onConflictDoUpdate({ ...onConflict, setWhere }).returning({ count: rateLimits.count })
  return rows.length > 0
}

/** Takes back one count of each key whose window still runs. */
export const uncount = async (ctx: Context, keys: string[]): Promise<void> => {
  await ctx.db
    .update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(and(inArray(rateLimits.key, keys), gt(rateLimits.count, 0), not(isOver(ctx))))
}

/** A running window or pause. */
export interface Running {
  count: number
  /** Seconds until it ends. */
  left: number
}

/** Reads the running windows and pauses of these keys, without counting. */
export const readRunning = async (ctx: Context, keys: string[]): Promise<ReadonlyMap<string, Running>> => {
  const rows = await ctx.db
    .select()
    .from(rateLimits)
    .where(and(inArray(rateLimits.key, keys), not(isOver(ctx))))
  return new Map(rows.map(({ key, count, windowEnd }) => [key, { count, left: secondsUntil(ctx, windowEnd) }]))
}

/** Returns the seconds until none of these limits is full; null when none is. */
export const fullFor = (running: ReadonlyMap<string, Running>, limits: readonly Limit[]): number | null => {
  const full = limits.map(({ key, max }) => ({ max, ...running.get(key) })).filter(({ count = 0, max }) => count >= max)
  return full.length > 0 ? Math.max(...full.map(({ left = 0 }) => left)) : null
}

/**
 * Takes the only slot a pause allows. The next pause is twice as long, and reset after a quiet day. `retryAfter` is in seconds: until the
 * next slot when taken, until this one when refused.
 */
export const takeSlot = async (ctx: Context, key: string, seconds: number): Promise<{ allowed: boolean; retryAfter: number }> => {
  const uses = sql`case when ${rateLimits.windowEnd} <= ${moment(ctx, -DAY_SECONDS)} then 0 else ${rateLimits.count} end`
  const wait = sql`make_interval(secs => least(${DAY_SECONDS}::float8, ${seconds}::float8 * power(2, least(${uses}, 20))))`
  const [allowed] = await ctx.db
    .insert(rateLimits)
    .values({ key, windowEnd: later(ctx, seconds), count: 1 })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { count: sql`${uses} + 1`, windowEnd: sql`${moment(ctx)} + ${wait}` },
      setWhere: isOver(ctx)
    })
    .returning()
  if (allowed) return { allowed: true, retryAfter: Math.max(0, Math.ceil((allowed.windowEnd.getTime() - ctx.now()) / 1000)) }
  const [running] = await ctx.db.select().from(rateLimits).where(eq(rateLimits.key, key))
  return { allowed: false, retryAfter: running ? secondsUntil(ctx, running.windowEnd) : seconds }
}

/** Resets the length of the next pauses; a running pause continues. */
export const resetLimits = async (ctx: Context, keys: string[]): Promise<void> => {
  await ctx.db.update(rateLimits).set({ count: 0 }).where(inArray(rateLimits.key, keys))
}

/** Resets the counters. */
export const clearLimits = async (ctx: Context, keys: string[]): Promise<void> => {
  await ctx.db.delete(rateLimits).where(inArray(rateLimits.key, keys))
}
