import * as v from 'valibot'
import { checked, singleLine, isBase, whole } from './config-values.ts'

/** A tile URL template of Leaflet with {z}, {x}, {y} and optionally {s}. */
const isTemplate = (text: string): boolean =>
  /^https?:\/\/(\{s\}\.)?[\w.-]+(:\d+)?\/[^\s"'<>]*$/.test(text) &&
  URL.canParse(text.replace('{s}', 'a')) &&
  ['{z}', '{x}', '{y}'].every((token) => text.includes(token))

/** Geocoder and tile server; without them addresses and maps come from the offline gazetteer. */
export const GEO_VARIABLES = {
  GEO_PROVIDER: v.optional(
    v.picklist(['gazetteer', 'photon', 'nominatim', 'yandex', 'google'], 'must be gazetteer, photon, nominatim, yandex or google'),
    'gazetteer'
  ),
  GEO_URL: checked(isBase, 'must be an address such as https://photon.example, without a slash at the end'),
  GEO_KEY: singleLine('must be the key of the geocoder: one line of at most 4000 characters'),
  GEO_TIMEOUT_MS: whole(2_000, 100, 30_000),
  TILE_URL: checked(isTemplate, 'must be an address that names {z}, {x} and {y}, such as https://tiles.example/{z}/{x}/{y}.png'),
  TILE_ATTRIBUTION: singleLine('must be one line of at most 200 characters, such as © OpenStreetMap contributors', 200)
}

interface GeoConfig {
  GEO_PROVIDER: string
  GEO_KEY?: string | undefined
  TILE_URL?: string | undefined
  TILE_ATTRIBUTION?: string | undefined
}

/** Returns what is missing for a set variable; null when nothing is. */
export const geoFault = ({ GEO_PROVIDER, GEO_KEY, TILE_URL, TILE_ATTRIBUTION }: GeoConfig): string | null => {
  if (['yandex', 'google'].includes(GEO_PROVIDER) && !GEO_KEY) return `GEO_PROVIDER ${GEO_PROVIDER} needs GEO_KEY, the key of its geocoder.`
  return TILE_URL && !TILE_ATTRIBUTION ? 'TILE_URL needs TILE_ATTRIBUTION: whose map it is stands below it, as its makers ask.' : null
}
