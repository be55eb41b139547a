import type { Locale } from '#domain/locale.ts'
import type { Point } from '#domain/delivery.ts'

/** A place found; `addressValue` is laid out as contract/geo.ts says (the zip is its fifth part). */
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
  /** Who answers at the moment: the gazetteer, while a vendor rests after faults. */
  answering(): GeoProvider
  suggest(term: string, locale: Locale, near?: Point): Promise<GeoPlace[]>
  search(term: string, locale: Locale): Promise<GeoPlace[]>
  /** null: nothing known there. */
  reverse(point: Point, locale: Locale): Promise<GeoPlace | null>
  /** All towns of the country as the gazetteer knows them, whoever answers the rest: the capital, then by name. */
  towns(locale: Locale): NamedPoint[]
}

export interface NamedPoint extends Point {
  name: string
}

/** What a vendor says of a place, '' where it says nothing. */
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

/** A geocoder of somebody else. Throws GeoFault when it is down, slow, or answers rubbish. */
export interface Vendor {
  readonly provider: Exclude<GeoProvider, 'gazetteer'>
  /** Languages it answers in, the one for readers of others first. */
  readonly speaks: readonly [Locale, ...Locale[]]
  /** never: its rules forbid asking while somebody types; second: only for what the gazetteer does not know. */
  readonly suggests: 'first' | 'second' | 'never'
  suggest(term: string, locale: Locale, near?: Point): Promise<Found[]>
  search(term: string, locale: Locale): Promise<Found[]>
  reverse(point: Point, locale: Locale): Promise<Found | null>
}

/** A town as the shop writes it. */
export interface Town {
  city: string
  province: string
  district: string
  zip: string
}

/** The offline geocoder, and what it adds to the answers of others. */
export interface Gazetteer extends Geocoder {
  /** The town at a point; null outside all of them. */
  townAt(point: Point, locale: Locale): Town | null
  /** A street of the town at a point by the name it has in any of the languages; null where it is not known. */
  streetAt(name: string, point: Point, locale: Locale): string | null
}

/** A piece of the world's map: the usual square tiles of 256 px. */
export interface Tile {
  z: number
  x: number
  y: number
}

/** Draws the map that needs no network. */
export interface MapDrawer {
  /** An SVG picture; null for a tile that does not exist or lies outside what is drawn. */
  tile(tile: Tile, locale: Locale): string | null
}
