import type { Point } from '#domain/delivery.ts'
import type { Pair, Street } from './data.ts'

const METRES_PER_DEGREE = 111_195

export const pointOf = ([lat, lng]: Pair): Point => ({ lat, lng })

/** Returns the point at a fraction (0 to 1) of a street. */
export const pointAlong = (street: Street, fraction: number): Point => ({
  lat: street.from[0] + (street.to[0] - street.from[0]) * fraction,
  lng: street.from[1] + (street.to[1] - street.from[1]) * fraction
})

/** Returns the nearest point of a street: its fraction and distance in metres. Planar approximation, exact enough within a city. */
export const nearestAlong = (street: Street, point: Point): { fraction: number; metres: number } => {
  const east = METRES_PER_DEGREE * Math.cos((point.lat * Math.PI) / 180)
  const toX = (street.to[1] - street.from[1]) * east
  const toY = (street.to[0] - street.from[0]) * METRES_PER_DEGREE
  const x = (point.lng - street.from[1]) * east
  const y = (point.lat - street.from[0]) * METRES_PER_DEGREE
  const length = toX * toX + toY * toY
  const fraction = length === 0 ? 0 : Math.min(1, Math.max(0, (x * toX + y * toY) / length))
  return { fraction, metres: Math.hypot(x - toX * fraction, y - toY * fraction) }
}
