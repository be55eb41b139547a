import { distanceKm, type Point } from '#domain/delivery.ts'
import { districtsOf, type City } from './data.ts'
import { nearestAlong, pointOf } from './geometry.ts'
import type { House } from './query.ts'
import type { Indexed, SearchIndex } from './search-index.ts'

const STREET_METRES = 400
const CITY_KM = 8
const CENTRE = 'kentron'

const isWithin = (city: City, point: Point): boolean => {
  const centre = districtsOf(city).find(({ key }) => key === CENTRE)
  return centre !== undefined && distanceKm(pointOf(centre.at), point) <= CITY_KM
}

/** What stands at a point: the nearest house of the nearest street, else the nearest district of the city there, else null. */
export const findAt = ({ places }: SearchIndex, point: Point): { place: Indexed; house: House | null } | null => {
  let street: { place: Indexed; house: House; metres: number } | null = null
  let district: { place: Indexed; km: number } | null = null
  for (const place of places) {
    const { entry } = place
    if (entry.kind === 'street') {
      const { fraction, metres } = nearestAlong(entry, point)
      const number = Math.max(1, Math.round(fraction * entry.houses))
      if (metres <= STREET_METRES && (!street || metres < street.metres))
        street = { place, metres, house: { number, part: '', letter: '' } }
    } else if (entry.kind === 'district') {
      const km = distanceKm(place.middle, point)
      if ((!district || km < district.km) && isWithin(place.city, point)) district = { place, km }
    }
  }
  if (street) return { place: street.place, house: street.house }
  return district && { place: district.place, house: null }
}
