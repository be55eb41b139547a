import type { Locale } from '#domain/locale.ts'
import type { Point } from '#domain/delivery.ts'

/** A place found; `addressValue` is laid out as contract/geo.ts says (the zip is its fifth part). */
export interface Place {
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

export interface Geocoder {
  readonly provider: 'gazetteer' | 'yandex' | 'google' | 'osm'
  suggest(term: string, locale: Locale, near?: Point): Promise<Place[]>
  search(term: string, locale: Locale): Promise<Place[]>
  /** null: nothing known there. */
  reverse(point: Point, locale: Locale): Promise<Place | null>
}
