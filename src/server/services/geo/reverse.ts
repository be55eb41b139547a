import type { Suggestion } from '#contract/geo/calls.ts'
import type { Point } from '#domain/delivery.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'

/** Returns the address at a point. INVALID_ADDRESS outside the served cities (spec section 8, 462). */
export const reverse = async (ctx: Context, point: Point): Promise<Suggestion> => {
  const location = await ctx.adapters.geocoder.reverse(point, ctx.locale)
  if (!location) throw fail('INVALID_ADDRESS')
  return location
}
