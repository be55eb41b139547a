import type { Context } from '#server/context.ts'
import type { Overload } from '#server/db/schema/catalogue.ts'

/** Returns whether the whole market (configuration) or one supplier accepts no new orders now. A missing time means no start or no end. */
export const isOverloaded = (ctx: Pick<Context, 'config' | 'now'>, overload: Overload | null): boolean => {
  if (ctx.config.OVERLOAD_ACTIVE) return true
  if (!overload?.active) return false
  const { overloadingStartTime: from, overloadingEndTime: to } = overload
  return (from === null || Date.parse(from) <= ctx.now()) && (to === null || ctx.now() < Date.parse(to))
}
