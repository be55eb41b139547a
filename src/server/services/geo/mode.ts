import type { GeoMode } from '#contract/geo/calls.ts'
import type { Context } from '#server/context.ts'

/** Returns the configured geocoder, the one that answers now, and the source of the map's tiles. */
export const mode = ({ adapters: { geocoder }, config }: Context): GeoMode => ({
  provider: geocoder.provider,
  answering: geocoder.answering(),
  tiles: config.TILE_URL ? { url: config.TILE_URL, attribution: config.TILE_ATTRIBUTION ?? '' } : null
})
