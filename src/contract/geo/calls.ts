import { endpoint } from '#contract/endpoint.ts'

/** A suggested address (spec section 3). `addressValue` is comma-separated: street and house, district, city, province, zip. */
export interface Suggestion {
  type: 'street' | 'house' | 'business' | 'district'
  addressTitle: string
  addressValue: string
  province: string
  city: string
  street: string
  zipcode: string
  latitude: number
  longitude: number
}

/** Photon and Nominatim are both `osm` (spec section 3). */
export type GeoProvider = 'gazetteer' | 'yandex' | 'google' | 'osm'
export interface GeoMode {
  provider: GeoProvider
  /** Gazetteer: used while the provider is suspended after errors. */
  answering: GeoProvider
  /** Leaflet's URL template and attribution; null: only the built-in map, `/map/{language}/{z}/{x}/{y}` below the API. */
  tiles: { url: string; attribution: string } | null
}

/** A town in the request's language, and its centre. */
export interface Town {
  name: string
  lat: number
  lng: number
}

/** Which suppliers deliver to a point. */
export interface Reach {
  /** True when any supplier of the market delivers. */
  somebody: boolean
  /** Names of the requested suppliers that do not. */
  missing: string[]
}

export const suggest = endpoint<{ query: { term: string; lat?: number; lng?: number }; reply: Suggestion[] }>()({
  method: 'GET',
  path: '/geo/suggest-search',
  access: 'public',
  perMinute: 240,
  codes: [],
  about: 'Up to eight suggestions while an address is typed, in any of the three languages.'
})

export const search = endpoint<{ query: { term: string }; reply: Suggestion[] }>()({
  method: 'GET',
  path: '/geo/search',
  access: 'public',
  perMinute: 120,
  codes: [],
  about: 'The places a whole address may mean, best first.'
})

export const reverse = endpoint<{ params: { lat: number; lng: number }; reply: Suggestion }>()({
  method: 'GET',
  path: '/geo/reverse-search/:lat/:lng',
  access: 'public',
  perMinute: 120,
  codes: ['INVALID_ADDRESS'],
  about: 'The address at a point; 462 where no address is known.'
})

export const reach = endpoint<{ query: { points: string; suppliers?: string; around?: number }; reply: Reach[] }>()({
  method: 'GET',
  path: '/geo/reach',
  access: 'public',
  perMinute: 240,
  codes: [],
  about:
    'Whether anybody, and each of the named suppliers, delivers to points: `lat,lng` and ids, joined with a pipe. `around`: the address lies within so many kilometres of its point, and nobody is left out who might reach it.'
})

export const towns = endpoint<{ reply: Town[] }>()({
  method: 'GET',
  path: '/geo/towns',
  access: 'public',
  codes: [],
  about: 'All towns of Armenia, the capital first, then by name. Whether anybody delivers there, `reach` tells.'
})

export const mode = endpoint<{ reply: GeoMode }>()({
  method: 'GET',
  path: '/geo/mode',
  access: 'public',
  codes: [],
  about: 'Which geocoder is on, which answers just now, and where the map has its pictures.'
})
