import type { Suggestion } from '#contract/geo/calls.ts'
import type { Context } from '#server/context.ts'

/** Shorter terms get an empty list. */
export const MIN_TERM = 2

/** Returns at most eight locations for a partial term, those near the given point first. */
export const suggest = async (ctx: Context, { term, lat, lng }: { term: string; lat?: number; lng?: number }): Promise<Suggestion[]> => {
  if (term.trim().length < MIN_TERM) return []
  const near = lat === undefined || lng === undefined ? undefined : { lat, lng }
  return ctx.adapters.geocoder.suggest(term, ctx.locale, near)
}
