import { isInArmenia } from '#domain/armenia.ts'
import { DEFAULT_ZIP } from '#domain/constants.ts'
import type { Locale } from '#domain/locale.ts'
import { withHouse } from './gazetteer/describe.ts'
import type { Found, Gazetteer, GeoPlace } from './port.ts'

/** Removes commas, which separate parts. */
const part = (text: string): string => text.replace(/[\s,]+/g, ' ').trim()
const round = (degrees: number): number => Number(degrees.toFixed(6))

/**
 * Converts a vendor's place to the shop's address format and spelling of towns; empty when town or name is unknown.
 * A street in another language than the reader's gets the gazetteer's name, if known.
 */
export const layOut = (found: Found, locale: Locale, spoken: Locale, gazetteer: Gazetteer): GeoPlace[] => {
  const { point } = found
  if (!isInArmenia(point)) return []
  const town = gazetteer.townAt(point, locale)
  const known = found.street && spoken !== locale ? gazetteer.streetAt(found.street, point, locale) : null
  const road = part(known ?? found.street)
  const house = part(found.house)
  const street = road && house ? withHouse(road, house, locale) : road
  const city = part(town?.city ?? found.city)
  const area = part(spoken === locale ? found.district || (town?.district ?? '') : (town?.district ?? found.district)) || city
  const province = part(town?.province ?? found.province) || city
  const zip = /^\d{4}$/.test(found.zip) ? found.zip : (town?.zip ?? DEFAULT_ZIP)
  const isNamed = found.type === 'business' || found.type === 'district'
  const title = isNamed ? part(found.name) || street : found.type === 'street' ? road : street
  if (!title || !city) return []
  return [
    {
      type: found.type === 'house' && !house ? 'street' : found.type,
      addressTitle: title,
      addressValue: [title, found.type === 'business' && street ? street : area, city, province, zip].join(', '),
      province,
      city,
      street: (found.type === 'street' ? road : street) || title,
      zipcode: zip,
      latitude: round(point.lat),
      longitude: round(point.lng)
    }
  ]
}
