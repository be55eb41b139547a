import { distanceKm, type Point } from '#domain/delivery.ts'
import type { House, Query } from './query.ts'
import { isKindWord } from './query.ts'
import type { Indexed, SearchIndex } from './search-index.ts'

/** A candidate place, with the house if any. */
export interface Hit {
  place: Indexed
  house: House | null
  score: number
}

const AREA_WEIGHT = 0.5
const WHOLE_NAME = 0.3
const SAME_ZIP = 0.3
const NEAR_KM = 12
const NEAR_BONUS = 0.25
const KIND_TYPED = 0.1
const TOWN_NAMED = 0.1
/** Hits below this share of the best score are dropped. */
const MIN_RELATIVE_SCORE = 0.6

/** Returns the house of a query on a street (null: none) with a fit from 0 to 1; undefined when the numbers exclude the street. */
const houseOn = ({ entry, ordinal }: Indexed, { houses, ordinals }: Query): { house: House | null; fits: number } | undefined => {
  if (entry.kind !== 'street') return { house: null, fits: 0 }
  let rest = houses
  let fits = 0
  if (ordinal && ordinals.length + houses.length > 0) {
    const ordinalIndex = ordinals.includes(ordinal)
      ? -1
      : houses.findIndex((house) => String(house.number) === ordinal && !house.part && !house.letter)
    const typing = houses.length === 1 && ordinals.length === 0 && ordinal.startsWith(String(houses[0]?.number))
    if (!ordinals.includes(ordinal) && ordinalIndex < 0 && !typing) return undefined
    rest = typing && ordinalIndex < 0 ? [] : houses.filter((_, i) => i !== ordinalIndex)
    fits = ordinalIndex < 0 && typing ? 0.6 : 1
  } else if (ordinals.length > 0) return undefined
  const [house] = rest
  if (!house || house.number === 0) return { house: null, fits }
  // House counts are estimates: numbers up to twice as high are accepted.
  if (house.number > entry.houses * 2) return { house: null, fits: fits / 2 }
  return { house, fits: house.number <= entry.houses ? 1 : 0.8 }
}

const placesOf = (index: SearchIndex, query: Query): Hit[] => {
  const typed = query.words.map((word) => {
    const spellings = query.spellings.get(word) ?? []
    return { word, names: index.byName(word, spellings), areas: index.byArea(word, spellings) }
  })
  const telling = typed.filter(({ word, names, areas }) => names.size + areas.size > 0 || !isKindWord(word))
  const numbers = query.houses.length + query.ordinals.length > 0 ? 1 : 0
  const candidates = new Set(telling.flatMap(({ names }) => [...names.keys()]))
  return [...candidates].flatMap((i) => {
    const place = index.places[i]
    const answer = place && houseOn(place, query)
    if (!place || !answer) return []
    let [own, area, inTown] = [0, 0, 0]
    for (const { names, areas } of telling) {
      const [name, within] = [names.get(i) ?? 0, (areas.get(i) ?? 0) * AREA_WEIGHT]
      // "Charents, Charentsavan": the second word is similar to the street's, and equal to the town's.
      if (telling.length > 1 && areas.get(i) === 1) inTown = TOWN_NAMED
      if (name >= within) own += name
      else area += within
    }
    if (own === 0) return []
    const mean = (own + area + (numbers && answer.fits)) / (telling.length + numbers)
    const whole = Math.min(1, own / place.size) * WHOLE_NAME
    const zip = query.zip && query.zip === place.entry.zip ? SAME_ZIP : 0
    const kind = query.street && place.entry.kind === 'street' ? KIND_TYPED : 0
    return [{ place, house: answer.house, score: mean + whole + zip + kind + inTown }]
  })
}

/** Moves a town with the same name as many streets to the second position. */
const withTown = <T extends Hit & { step: number }>(hits: readonly T[]): readonly T[] => {
  const at = hits.findIndex(({ place }) => place.isTown)
  const town = hits[at]
  if (!town || at < 2 || town.step < (hits[0]?.step ?? 0)) return hits
  return [...hits.slice(0, 1), town, ...hits.slice(1, at), ...hits.slice(at + 1)]
}

const KIND_ORDER = { district: 0, street: 1, landmark: 2 }
const TOWN_ORDER = 3

/** Returns the places that a query may mean, best first. Places near a point rank before equals; equals keep the order of the data. */
export const rank = (index: SearchIndex, query: Query, near: Point | undefined, max: number): Hit[] => {
  const hits = placesOf(index, query).map((hit, i) => {
    const km = near ? distanceKm(near, hit.place.middle) : 0
    const score = hit.score + (near && km <= NEAR_KM ? NEAR_BONUS / Math.max(1, query.words.length) : 0)
    return {
      ...hit,
      score,
      step: Math.round(score * 20),
      km,
      order: (hit.place.isTown ? TOWN_ORDER : KIND_ORDER[hit.place.entry.kind]) * 10_000 + i
    }
  })
  const best = Math.max(0, ...hits.map(({ score }) => score))
  const sorted = hits
    .filter(({ score }) => score >= best * MIN_RELATIVE_SCORE)
    .sort((a, b) => b.step - a.step || a.km - b.km || a.order - b.order)
  return withTown(sorted).slice(0, max)
}
