import type { Locale } from '#domain/locale.ts'
import { gazetteerIndex } from './gazetteer.ts'
import { drawPlaces } from './drawing/places.ts'
import { frameOf, svgOf } from './drawing/frame.ts'
import { drawLand } from './drawing/land.ts'
import type { MapDrawer, Tile } from './port.ts'

const ZOOMS = { least: 6, most: 18 }

const exists = ({ z, x, y }: Tile): boolean => {
  const across = 2 ** z
  return z >= ZOOMS.least && z <= ZOOMS.most && x >= 0 && x < across && y >= 0 && y < across
}

/** Draws schematic map tiles of the country with the gazetteer's towns, districts and streets. */
export const createMapDrawer = (): MapDrawer => ({
  tile: (tile, locale: Locale) => {
    if (!exists(tile)) return null
    const frame = frameOf(tile)
    return svgOf([...drawLand(frame), ...drawPlaces(frame, gazetteerIndex(), locale)])
  }
})
