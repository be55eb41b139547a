import * as v from 'valibot'

/** Leaflet's template of map tiles: where zoom, column and row stand, and perhaps a letter of the server's name. */
const TileTemplate = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/(\{s\}\.)?[\w.-]+(:\d+)?\/[^\s"'<>]*$/, 'must be an address such as https://tiles.example/{z}/{x}/{y}.png'),
  v.check((text) => ['{z}', '{x}', '{y}'].every((place) => text.includes(place)), 'must name {z}, {x} and {y}')
)

/** Who looks addresses up, and whose pictures the map is made of; without them everything is drawn and answered offline. */
export const GEO_VARIABLES = {
  GEO_PROVIDER: v.optional(
    v.picklist(['gazetteer', 'photon', 'nominatim', 'yandex', 'google'], 'must be gazetteer, photon, nominatim, yandex or google'),
    'gazetteer'
  ),
  GEO_URL: v.optional(v.pipe(v.string(), v.regex(/^https?:\/\/\S+[^/]$/, 'must be an address without a slash at the end'))),
  GEO_KEY: v.optional(v.string()),
  GEO_TIMEOUT_MS: v.optional(
    v.pipe(v.string(), v.regex(/^\d{3,5}$/, 'must be 100 to 30000'), v.transform(Number), v.maxValue(30_000, 'must be at most 30000')),
    '2000'
  ),
  TILE_URL: v.optional(TileTemplate),
  TILE_ATTRIBUTION: v.optional(v.pipe(v.string(), v.maxLength(200, 'must have at most 200 characters')))
}

interface GeoConfig {
  GEO_PROVIDER: string
  GEO_KEY?: string | undefined
  TILE_URL?: string | undefined
  TILE_ATTRIBUTION?: string | undefined
}

/** What is missing beside a given value; null when nothing is. */
export const geoFault = ({ GEO_PROVIDER, GEO_KEY, TILE_URL, TILE_ATTRIBUTION }: GeoConfig): string | null => {
  if (['yandex', 'google'].includes(GEO_PROVIDER) && !GEO_KEY) return `GEO_PROVIDER ${GEO_PROVIDER} needs GEO_KEY, the key of its geocoder.`
  return TILE_URL && !TILE_ATTRIBUTION ? 'TILE_URL needs TILE_ATTRIBUTION: whose map it is stands below it, as its makers ask.' : null
}
