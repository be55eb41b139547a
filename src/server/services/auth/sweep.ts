import { lt } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const DAY = 86_400_000

/** Deletes expired refresh tokens, old codes and reset links, and rate-limit windows that ended more than a day ago. */
export const sweepAuth = async (ctx: Pick<Context, 'db' | 'now'>): Promise<void> => {
  const { refreshTokens, pins, passwordResets, rateLimits } = schema
  const yesterday = new Date(ctx.now() - DAY)
  await ctx.db.delete(refreshTokens).where(lt(refreshTokens.expiresAt, new Date(ctx.now())))
  await ctx.db.delete(pins).where(lt(pins.expiresAt, yesterday))
  await ctx.db.delete(passwordResets).where(lt(passwordResets.expiresAt, yesterday))
  await ctx.db.delete(rateLimits).where(lt(rateLimits.windowEnd, yesterday))
}
