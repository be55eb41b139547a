import type { Locale } from '#domain/locale.ts'
import type { Adapters } from '#server/adapters/adapters.ts'

/** Returns a map tile drawn without network access, as SVG; null when it does not exist. */
export const drawTile = (adapters: Pick<Adapters, 'map'>, tile: { z: number; x: number; y: number }, locale: Locale): string | null =>
  adapters.map.tile(tile, locale)
