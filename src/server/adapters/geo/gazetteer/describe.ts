import type { Locale } from '#domain/locale.ts'
import type { Point } from '#domain/delivery.ts'
import type { GeoPlace } from '../port.ts'
import { pointAlong } from './geometry.ts'
import { houseText, type House } from './query.ts'
import type { Indexed } from './search-index.ts'

export const withHouse = (street: string, house: string, locale: Locale): string =>
  locale === 'en' ? `${house} ${street}` : `${street} ${house}`

/**
 * Describes a place in a language. `addressValue` has five parts: street and house, district, city, province, zip.
 * A business starts with its name, and has the street in place of the district, so that the zip stays the fifth.
 */
export const describe = ({ entry, city, district, middle }: Indexed, house: House | null, locale: Locale, at?: Point): GeoPlace => {
  const name = entry.name[locale]
  const area = district?.name[locale] ?? city.name[locale]
  const numbered = entry.kind === 'street' && house !== null
  const title = numbered ? withHouse(name, houseText(house, locale), locale) : name
  const street = entry.kind === 'landmark' ? (entry.address?.[locale] ?? name) : title
  const second = entry.kind === 'landmark' ? (entry.address?.[locale] ?? area) : area
  const point = at ?? (numbered ? pointAlong(entry, Math.min(1, house.number / entry.houses)) : middle)
  return {
    type: numbered ? 'house' : entry.kind === 'landmark' ? 'business' : entry.kind,
    addressTitle: title,
    addressValue: [title, second, city.name[locale], city.province[locale], entry.zip].join(', '),
    province: city.province[locale],
    city: city.name[locale],
    street,
    zipcode: entry.zip,
    latitude: Number(point.lat.toFixed(6)),
    longitude: Number(point.lng.toFixed(6))
  }
}
