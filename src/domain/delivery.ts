import type { Amount } from './money.ts'
import { openStateAt, type Schedule } from './time/opening-hours.ts'
import type { Instant } from './time/yerevan-time.ts'

/** Degrees. */
export interface Point {
  lat: number
  lng: number
}

/** Delivery within a straight-line distance; free from a products' price of `freeFrom`. */
export interface Zone {
  upToKm: number
  price: Amount
  minutes: number
  freeFrom: Amount | null
}

export interface BranchLike {
  id: number
  lat: number
  lng: number
  schedule: Schedule
  zones: Zone[]
}

const EARTH_KM = 6371.0088
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Great-circle distance in kilometres. */
export const distanceKm = (a: Point, b: Point): number => {
  const sinLat = Math.sin(radians(b.lat - a.lat) / 2)
  const sinLng = Math.sin(radians(b.lng - a.lng) / 2)
  const h = sinLat * sinLat + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * sinLng * sinLng
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Returns the nearest zone that covers a distance, in any input order; null when out of the area. */
export const zoneAt = (zones: readonly Zone[], km: number): Zone | null =>
  zones.reduce<Zone | null>((best, zone) => (km <= zone.upToKm && (!best || zone.upToKm < best.upToKm) ? zone : best), null)

/** Delivery price for a products' price. */
export const deliveryPrice = (zone: Zone, itemsSum: Amount): Amount =>
  zone.freeFrom !== null && itemsSum >= zone.freeFrom ? 0 : zone.price

const LONG_WAY_MINUTES = 45

/** Minutes until arrival, rounded to five: a window of ten minutes, or fifteen for long deliveries. */
export const deliveryWindow = (prepMinutes: number, zoneMinutes: number): { from: number; to: number } => {
  const from = Math.ceil((prepMinutes + zoneMinutes) / 5) * 5
  return { from, to: from + (from > LONG_WAY_MINUTES ? 15 : 10) }
}

/**
 * Returns the branch that serves a point: the nearest open one that delivers there, else the nearest that delivers there, else the nearest.
 * Without a point the first open one, else the first. Equal distances: the lower id. `openAt` may be cached. Throws RangeError for no
 * branches.
 */
export const chooseBranch = <Branch extends BranchLike>(
  branches: readonly Branch[],
  point: Point | null,
  now: Instant,
  openAt: (branch: Branch, now: Instant) => boolean = ({ schedule }, at) => openStateAt(schedule, at).open
): Branch => {
  const [main] = branches
  if (!main) throw new RangeError('a supplier has at least one branch')
  const isOpen = (branch: Branch): boolean => openAt(branch, now)
  if (!point) return branches.find(isOpen) ?? main
  const nearest = branches
    .map((branch) => ({ branch, km: distanceKm(branch, point) }))
    .sort((a, b) => a.km - b.km || a.branch.id - b.branch.id)
  const delivering = nearest.filter(({ branch, km }) => zoneAt(branch.zones, km))
  return (delivering.find(({ branch }) => isOpen(branch)) ?? delivering[0] ?? nearest[0])?.branch ?? main
}
