import type { Locale } from '#domain/locale.ts'
import { distanceKm } from '#domain/delivery.ts'
import type { Street } from '../gazetteer/data.ts'
import { pointOf } from '../gazetteer/geometry.ts'
import type { Indexed, SearchIndex } from '../gazetteer/search-index.ts'
import { isNear, label, pathOf, type Frame, type Spot } from './frame.ts'

/** Minimum zoom by kind. */
const FROM = { largeTowns: 8, allTowns: 9, streets: 11, districts: 12, longStreetNames: 14, streetNames: 15, landmarks: 15 }
/** Maximum zoom at which towns are dots with names. */
const TOWNS_TO = 12
const LARGE = 20
const LONG_METRES = 1_200
const LABEL_PX = 150
const LETTER_PX = 6.2

interface Line {
  spots: [Spot, Spot]
  metres: number
  name: string
}

const widthOf = (z: number, isLong: boolean): number => Math.min(14, (z - FROM.streets) * 1.8 + (isLong ? 2.5 : 1.2))

const lineOf = (frame: Frame, { from, to, name }: Street, locale: Locale): Line => ({
  spots: [frame.spot(...from), frame.spot(...to)],
  metres: distanceKm(pointOf(from), pointOf(to)) * 1_000,
  name: name[locale]
})

/** Writes the name along the street, never upside down; nothing when it is longer than the street. */
const nameAlong = ({ spots: [a, b], name }: Line): string[] => {
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  if (length < name.length * LETTER_PX) return []
  const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI
  const upright = turn > 90 ? turn - 180 : turn < -90 ? turn + 180 : turn
  return [label(name, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 + 4 }, 'n', upright)]
}

const drawStreets = (frame: Frame, places: readonly Indexed[], locale: Locale): string[] => {
  const { z } = frame
  if (z < FROM.streets) return []
  const lines = places.flatMap(({ entry }) => (entry.kind === 'street' ? [lineOf(frame, entry, locale)] : []))
  const shown = lines.filter(({ spots }) => isNear(spots, LABEL_PX))
  const stroke = (kind: string, more: number) => (line: Line) =>
    `<path class="${kind}" stroke-width="${(widthOf(z, line.metres >= LONG_METRES) + more).toFixed(1)}" d="${pathOf(line.spots)}"/>`
  const named = shown.filter(({ metres }) => z >= FROM.streetNames || (z >= FROM.longStreetNames && metres >= LONG_METRES))
  return [...shown.map(stroke('c', 2)), ...shown.map(stroke('s', 0)), ...named.flatMap(nameAlong)]
}

const drawPoints = (frame: Frame, places: readonly Indexed[], locale: Locale): string[] =>
  places.flatMap(({ entry, isTown }) => {
    if (entry.kind === 'street' || isTown) return []
    const spot = frame.spot(...entry.at)
    if (!isNear([spot], LABEL_PX)) return []
    if (entry.kind === 'district') return frame.z >= FROM.districts ? [label(entry.name[locale], spot, 'd')] : []
    if (frame.z < FROM.landmarks) return []
    return [
      `<circle class="m" cx="${spot.x.toFixed(1)}" cy="${spot.y.toFixed(1)}" r="4"/>`,
      label(entry.name[locale], { ...spot, y: spot.y - 8 }, 'l')
    ]
  })

const drawTowns = (frame: Frame, towns: readonly Indexed[], locale: Locale): string[] => {
  const { z } = frame
  if (z > TOWNS_TO) return []
  const shown = z >= FROM.allTowns ? towns : towns.slice(0, z >= FROM.largeTowns ? LARGE : 3)
  return shown.flatMap(({ entry, middle }) => {
    const spot = frame.spot(middle.lat, middle.lng)
    if (!isNear([spot], LABEL_PX)) return []
    const dot = z < FROM.streets ? [`<circle class="p" cx="${spot.x.toFixed(1)}" cy="${spot.y.toFixed(1)}" r="3.5"/>`] : []
    return [...dot, label(entry.name[locale], { x: spot.x, y: spot.y - 8 }, 't')]
  })
}

/** Draws streets, then points, then towns on top. */
export const drawPlaces = (frame: Frame, { places }: SearchIndex, locale: Locale): string[] => [
  ...drawStreets(frame, places, locale),
  ...drawPoints(frame, places, locale),
  ...drawTowns(
    frame,
    places.filter(({ isTown }) => isTown),
    locale
  )
]
