import type { Context } from '#server/context.ts'
import { requireUser } from '#server/services/core/access.ts'
import { newestEvent } from './read-since.ts'

/** Returns the event after which a stream of the caller begins: the requested one, or the newest. Other values are ignored. */
export const streamPosition = async (ctx: Context, lastEventId: string | undefined): Promise<{ userId: number; from: number }> => {
  const { userId } = requireUser(ctx)
  const newest = await newestEvent(ctx.db, userId)
  const named = /^\d{1,15}$/.test(lastEventId ?? '') ? Number(lastEventId) : newest
  return { userId, from: Math.min(named, newest) }
}
