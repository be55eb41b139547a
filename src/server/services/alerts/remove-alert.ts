import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'

const { alerts } = schema

/** Removes an alert of the caller that still waits; NOT_FOUND when there is none. */
export const removeAlert = async (ctx: Context, id: number): Promise<{ removed: true }> => {
  const { userId } = requireUser(ctx)
  const [removed] = await ctx.db
    .delete(alerts)
    .where(and(eq(alerts.id, id), eq(alerts.userId, userId), isNull(alerts.toldAt)))
    .returning({ id: alerts.id })
  if (!removed) throw fail('NOT_FOUND')
  return { removed: true }
}
