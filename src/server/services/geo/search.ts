import type { Suggestion } from '#contract/geo/calls.ts'
import type { Context } from '#server/context.ts'
import { MIN_TERM } from './suggest.ts'

/** Returns the locations a complete address may mean, best first. */
export const search = async (ctx: Context, { term }: { term: string }): Promise<Suggestion[]> =>
  term.trim().length < MIN_TERM ? [] : ctx.adapters.geocoder.search(term, ctx.locale)
