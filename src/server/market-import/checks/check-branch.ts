import * as v from 'valibot'
import { distanceKm, type Point } from '#domain/delivery.ts'
import { normalizePhone } from '#domain/phone.ts'
import { exceptions, hours } from './check-hours.ts'
import { across, amount, decimal, flag, list, record, whole, words } from './check-values.ts'

/** Bounding box of Armenia in degrees. */
const BOX = { south: 38.8, north: 41.4, west: 43.4, east: 46.7 } as const
const MAX_KM = 60
const MAX_ID = 2_000_000_000

export const id = whole(1, MAX_ID)
export const lat = decimal(BOX.south, BOX.north)
export const lng = decimal(BOX.west, BOX.east)

const PHONE = "an Armenian number such as '+37410123456', in quotes"
const phone = v.pipe(
  v.string(PHONE),
  v.check((text) => normalizePhone(text) === text, PHONE)
)

const zone = record({ upToKm: decimal(0.1, 200), price: amount, minutes: whole(1, 10_080), freeFrom: v.optional(amount) })
const zones = v.pipe(
  list(zone, 'a list of zones: upToKm, price, minutes'),
  across((all, report) => {
    all.forEach(({ upToKm }, index) => {
      const previous = all[index - 1]?.upToKm
      if (previous !== undefined && upToKm <= previous)
        report([index, 'upToKm'], `is ${upToKm} after ${previous}, expected zones that grow, the nearest first`)
    })
  })
)

const oneOf = (known: Iterable<string>, what: string): string => `${what}: ${[...known].join(', ') || 'there is none'}`

/** A branch in one of these cities. */
export const branchSchema = (cities: ReadonlyMap<string, Point>) =>
  v.pipe(
    record({
      id,
      city: v.picklist([...cities.keys()], oneOf(cities.keys(), 'a city of market.yaml')),
      address: words(200),
      lat,
      lng,
      phone,
      hours,
      exceptions,
      zones,
      pickup: v.optional(flag, false)
    }),
    across((branch, report) => {
      const city = cities.get(branch.city)
      const inside = branch.lat >= BOX.south && branch.lat <= BOX.north && branch.lng >= BOX.west && branch.lng <= BOX.east
      const km = city && inside ? distanceKm(branch, city) : 0
      if (km > MAX_KM)
        report(['lat'], `the branch lies ${Math.round(km)} km from ${branch.city}, expected at most ${MAX_KM} (lat and lng swapped?)`)
    })
  )
