import type { GeoMode } from '#contract/geo/calls.ts'
import type { Context } from '#server/context.ts'

/** Which geocoder is on, which answers just now, and whose tiles the map is made of. */
export const mode = ({ adapters: { geocoder }, config }: Context): GeoMode => ({
  provider: geocoder.provider,
  answering: geocoder.answering(),
  tiles: config.TILE_URL ? { url: config.TILE_URL, attribution: config.TILE_ATTRIBUTION ?? '' } : null
})
