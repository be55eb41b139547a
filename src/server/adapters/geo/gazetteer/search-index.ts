import { distanceKm, type Point } from '#domain/delivery.ts'
import { LOCALES, type Words } from '#domain/locale.ts'
import { soundsOf } from '#domain/search/sounds.ts'
import { centreOf, districtsOf, type City, type District, type Entry } from './data.ts'
import { pointAlong, pointOf } from './geometry.ts'
import { wordScore } from './match.ts'
import { nameParts } from './query.ts'

/** A place with precomputed data for the search. */
export interface Indexed {
  entry: Entry
  city: City
  district: District | undefined
  /** Whether it is the whole town, from the head of its file. */
  isTown: boolean
  /** "11" of "Nor Aresh 11th"; '' for none. */
  ordinal: string
  /** Words of the shortest of the three names, to prefer completely typed names. */
  size: number
  middle: Point
}

/** Best score of a typed word by place (index in `places`). */
type Scores = ReadonlyMap<number, number>
/** `spellings`: other readings of the word, as sounds. */
type Lookup = (word: string, spellings: readonly string[]) => Scores

export interface SearchIndex {
  places: Indexed[]
  /** Places by words of their own name. */
  byName: Lookup
  /** Places by words of their city, province or district. */
  byArea: Lookup
  /** Kilometres from a town's centre to its edge. */
  reach: ReadonlyMap<City, number>
}

interface Posting {
  sounds: string
  places: number[]
}
type Postings = Map<string, Posting>

const MAX_CACHED = 400
const SAME_SOUND = 0.85
const BEGINS_SO = 0.75
/** Weight of a match by province: towns with the name of their province rank first. */
const PROVINCE = 0.8
/** Distance that a town extends beyond its outermost known place. */
const EDGE_KM = 1.5
const REACH_KM = { least: 2.5, most: 8 }

const addPosting = (postings: Postings, words: Iterable<string>, place: number): void => {
  for (const word of words) {
    const existing = postings.get(word)
    if (!existing) postings.set(word, { sounds: soundsOf(word), places: [place] })
    else if (existing.places.at(-1) !== place) existing.places.push(place)
  }
}

const soundScore = (spellings: readonly string[], sounds: string): number =>
  spellings.reduce(
    (best, spelling) =>
      Math.max(best, spelling === sounds ? SAME_SOUND : spelling.length > 2 && sounds.startsWith(spelling) ? BEGINS_SO : 0),
    0
  )

const lookupIn = (postings: Postings, weight: number): Lookup => {
  // The same prefixes are typed often.
  const cache = new Map<string, Scores>()
  return (typed, spellings) => {
    const key = [typed, ...spellings].join(' ')
    const existing = cache.get(key)
    if (existing) return existing
    const scores = new Map<number, number>()
    for (const [word, { sounds, places }] of postings) {
      const score = Math.max(wordScore(typed, word), soundScore(spellings, sounds)) * weight
      if (score > 0) for (const place of places) if (score > (scores.get(place) ?? 0)) scores.set(place, score)
    }
    cache.set(key, scores)
    const [oldest] = cache.keys()
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
    return scores
  }
}

/** Combines two lookups by the better score. */
const bestOf =
  (one: Lookup, other: Lookup): Lookup =>
  (typed, spellings) => {
    const scores = new Map(one(typed, spellings))
    for (const [place, score] of other(typed, spellings)) if (score > (scores.get(place) ?? 0)) scores.set(place, score)
    return scores
  }

const wordsIn = (name: Words | undefined): string[] => (name ? LOCALES.flatMap((locale) => nameParts(name[locale]).words) : [])

const indexed = (entry: Entry, city: City, district: District | undefined, isTown: boolean): Indexed => {
  const parts = LOCALES.map((locale) => nameParts(entry.name[locale]))
  return {
    entry,
    city,
    district,
    isTown,
    ordinal: entry.kind === 'street' ? (parts[0]?.ordinal ?? '') : '',
    size: Math.max(1, Math.min(...parts.map(({ words }) => words.length))),
    middle: entry.kind === 'street' ? pointAlong(entry, 0.5) : pointOf(entry.at)
  }
}

const placesOf = (city: City): Indexed[] => {
  const districts = new Map(districtsOf(city).map((district) => [district.key, district]))
  const centre = centreOf(city)
  return [
    ...city.places.map((entry) => indexed(entry, city, entry.kind === 'district' ? entry : districts.get(entry.district), false)),
    indexed({ ...centre, name: city.name }, city, undefined, true)
  ]
}

const reachOf = (city: City): number => {
  const centre = pointOf(centreOf(city).at)
  const ends = city.places.flatMap((entry) => (entry.kind === 'street' ? [entry.from, entry.to] : [entry.at]))
  const furthest = Math.max(...ends.map((end) => distanceKm(centre, pointOf(end))))
  return Math.min(REACH_KM.most, Math.max(REACH_KM.least, furthest + EDGE_KM))
}

/** Builds the index of all places of the cities, by the folded words of their three names. */
export const buildIndex = (cities: readonly City[]): SearchIndex => {
  const names: Postings = new Map()
  const areas: Postings = new Map()
  const provinces: Postings = new Map()
  const places = cities.flatMap(placesOf)
  places.forEach(({ entry, city, district, isTown }, i) => {
    addPosting(names, wordsIn(entry.name), i)
    if (!isTown) addPosting(areas, [...wordsIn(city.name), ...wordsIn(district?.name)], i)
    addPosting(provinces, wordsIn(city.province), i)
  })
  return {
    places,
    byName: lookupIn(names, 1),
    byArea: bestOf(lookupIn(areas, 1), lookupIn(provinces, PROVINCE)),
    reach: new Map(cities.map((city) => [city, reachOf(city)]))
  }
}
