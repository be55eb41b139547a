import { sql } from 'drizzle-orm'
import { slot, type Cache } from '#server/cache.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'

type Close = () => void
const WATCHED = slot<Map<string, Set<Close>>>('sessions with open streams')

const watchedOf = (cache: Cache): Map<string, Set<Close>> => cache.get(WATCHED, () => new Map())

/** Calls back once when the session ends. Returns the function that stops watching. */
export const watchSession = (cache: Cache, sessionId: string, close: Close): (() => void) => {
  const watched = watchedOf(cache)
  const closes = watched.get(sessionId) ?? new Set()
  watched.set(sessionId, closes.add(close))
  return () => {
    closes.delete(close)
    if (closes.size === 0 && watched.get(sessionId) === closes) watched.delete(sessionId)
  }
}

/** Closes what is open for a session that this process ended. */
export const closeSession = (cache: Cache, sessionId: string): void => {
  for (const close of [...(watchedOf(cache).get(sessionId) ?? [])]) close()
}

/** Closes what is open for sessions that ended anywhere, with one query for all. */
export const closeEndedSessions = async ({ cache, db }: Pick<Context, 'cache' | 'db'>): Promise<void> => {
  const ids = [...watchedOf(cache).keys()]
  if (ids.length === 0) return
  const live = await rowsOf<{ id: string }>(
    db,
    sql`select s.id from sessions s join users u on u.id = s.user_id
      where s.id = any(${sql.param(ids)}::uuid[]) and s.ended_at is null and u.deactivated_at is null`
  )
  const alive = new Set(live.map(({ id }) => id))
  for (const id of ids) if (!alive.has(id)) closeSession(cache, id)
}
