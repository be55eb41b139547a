import type { Locale } from '#domain/locale.ts'
import type { Point } from '#domain/delivery.ts'

/** A found place; for `addressValue` see the contract of geo (the zip is the fifth part). */
export interface GeoPlace {
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

export interface Geocoder {
  readonly provider: GeoProvider
  /** The provider in use: the gazetteer while a vendor is skipped after faults. */
  answering(): GeoProvider
  suggest(term: string, locale: Locale, near?: Point): Promise<GeoPlace[]>
  search(term: string, locale: Locale): Promise<GeoPlace[]>
  /** null: nothing is known there. */
  reverse(point: Point, locale: Locale): Promise<GeoPlace | null>
  /** All towns of the gazetteer: the capital, then by name. */
  towns(locale: Locale): NamedPoint[]
}

export interface NamedPoint extends Point {
  name: string
}

/** A place from a vendor; '' for missing fields. */
export interface Found {
  type: GeoPlace['type']
  /** Of a business or a district; the street's own name otherwise. */
  name: string
  street: string
  house: string
  district: string
  city: string
  province: string
  zip: string
  point: Point
}

/** An external geocoder. Throws GeoFault when it is down or slow, or its response is invalid. */
export interface Vendor {
  readonly provider: Exclude<GeoProvider, 'gazetteer'>
  /** Supported languages; the first is the fallback. */
  readonly speaks: readonly [Locale, ...Locale[]]
  /** never: its terms forbid autocompletion; second: only when the gazetteer finds nothing. */
  readonly suggests: 'first' | 'second' | 'never'
  suggest(term: string, locale: Locale, near?: Point): Promise<Found[]>
  search(term: string, locale: Locale): Promise<Found[]>
  reverse(point: Point, locale: Locale): Promise<Found | null>
}

/** A town with the shop's spelling. */
export interface Town {
  city: string
  province: string
  district: string
  zip: string
}

/** The offline geocoder, which also completes results of vendors. */
export interface Gazetteer extends Geocoder {
  /** The town at a point; null outside all towns. */
  townAt(point: Point, locale: Locale): Town | null
  /** The name of a street in `locale`, found by its name in any language in the town at a point; null when unknown. */
  streetAt(name: string, point: Point, locale: Locale): string | null
}

/** A map tile of 256 x 256 px (z/x/y). */
export interface Tile {
  z: number
  x: number
  y: number
}

/** Draws the offline map. */
export interface MapDrawer {
  /** Returns SVG; null for a tile that does not exist. */
  tile(tile: Tile, locale: Locale): string | null
}
