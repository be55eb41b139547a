import type { Locale } from '#domain/locale.ts'
import type { Adapters } from '#server/adapters/adapters.ts'

/** A tile of the map that needs no network, as SVG; null for one that does not exist. */
export const drawTile = (adapters: Pick<Adapters, 'map'>, tile: { z: number; x: number; y: number }, locale: Locale): string | null =>
  adapters.map.tile(tile, locale)
