import { distanceKm, type Point } from '#domain/delivery.ts'
import { centreOf, districtsOf, type City } from './data.ts'
import { nearestAlong, pointOf } from './geometry.ts'
import type { House } from './query.ts'
import type { Indexed, SearchIndex } from './search-index.ts'

const STREET_METRES = 400

/** Returns the town at a point: the nearest of those that reach it; null outside all. */
export const cityAt = ({ reach }: SearchIndex, point: Point): City | null => {
  let nearest: { city: City; share: number } | null = null
  for (const [city, km] of reach) {
    // Relative to the town's size, so that a small town beside a large one is found.
    const share = distanceKm(pointOf(centreOf(city).at), point) / km
    if (share <= 1 && (!nearest || share < nearest.share)) nearest = { city, share }
  }
  return nearest?.city ?? null
}

/** Returns the nearest house of the nearest street, else the nearest district of the city at the point, else null. */
export const findAt = (index: SearchIndex, point: Point): { place: Indexed; house: House | null } | null => {
  const city = cityAt(index, point)
  let street: { place: Indexed; house: House; metres: number } | null = null
  let district: { place: Indexed; km: number } | null = null
  for (const place of index.places) {
    const { entry } = place
    if (entry.kind === 'street') {
      const { fraction, metres } = nearestAlong(entry, point)
      const number = Math.max(1, Math.round(fraction * entry.houses))
      if (metres <= STREET_METRES && (!street || metres < street.metres))
        street = { place, metres, house: { number, part: '', letter: '' } }
    } else if (entry.kind === 'district' && place.city === city && place.isTown === isWhole(city)) {
      const km = distanceKm(place.middle, point)
      if (!district || km < district.km) district = { place, km }
    }
  }
  if (street) return { place: street.place, house: street.house }
  return district && { place: district.place, house: null }
}

/** Whether a town has no distinct districts, so that it is described by its own name. */
const isWhole = (city: City): boolean => districtsOf(city).length < 2
