import type { Context } from '#server/context.ts'
import type { Overload } from '#server/db/schema/catalogue.ts'

/** The whole market (configuration) or one supplier takes nothing new just now. Missing times: without a beginning, without an end. */
export const isOverloaded = (ctx: Pick<Context, 'config' | 'now'>, overload: Overload | null): boolean => {
  if (ctx.config.OVERLOAD_ACTIVE) return true
  if (!overload?.active) return false
  const { overloadingStartTime: from, overloadingEndTime: to } = overload
  return (from === null || Date.parse(from) <= ctx.now()) && (to === null || ctx.now() < Date.parse(to))
}
