import type { Town } from '#contract/geo/calls.ts'
import type { Context } from '#server/context.ts'

/** Returns every town an address may lie in, served or not. */
export const towns = ({ adapters, locale }: Context): Town[] => adapters.geocoder.towns(locale)
