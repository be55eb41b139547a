import type { Point } from '#domain/delivery.ts'
import { LOCALES, type Words } from '#domain/locale.ts'
import { districtsOf, type City, type District, type Entry } from './data.ts'
import { pointAlong, pointOf } from './geometry.ts'
import { wordScore } from './match.ts'
import { nameParts } from './query.ts'

/** A place with what the search needs to know of it. */
export interface Indexed {
  entry: Entry
  city: City
  district: District | undefined
  /** "11" of "Nor Aresh 11th"; '' for none. */
  ordinal: string
  /** Words of the shortest of the three names: a name typed whole counts more than a part of a long one. */
  size: number
  middle: Point
}

/** Best score of a typed word for each place (its number in `places`). */
type Scores = Map<number, number>

export interface SearchIndex {
  places: Indexed[]
  /** Places whose own name has the word. */
  byName: (word: string) => Scores
  /** Places in a city, province or district of that name. */
  byArea: (word: string) => Scores
}

type Postings = Map<string, Set<number>>

const post = (postings: Postings, words: Iterable<string>, place: number): void => {
  for (const word of words) {
    const known = postings.get(word)
    if (known) known.add(place)
    else postings.set(word, new Set([place]))
  }
}

const scoresOf = (postings: Postings, typed: string): Scores => {
  const scores: Scores = new Map()
  for (const [word, places] of postings) {
    const score = wordScore(typed, word)
    if (score > 0) for (const place of places) if (score > (scores.get(place) ?? 0)) scores.set(place, score)
  }
  return scores
}

const wordsIn = (name: Words | undefined): string[] => (name ? LOCALES.flatMap((locale) => nameParts(name[locale]).words) : [])

/** All places of the cities, findable by the folded words of their three names. */
export const buildIndex = (cities: readonly City[]): SearchIndex => {
  const names: Postings = new Map()
  const areas: Postings = new Map()
  const places = cities.flatMap((city) => {
    const districts = new Map(districtsOf(city).map((district) => [district.key, district]))
    return city.places.map((entry): Indexed => {
      const district = entry.kind === 'district' ? entry : districts.get(entry.district)
      const parts = LOCALES.map((locale) => nameParts(entry.name[locale]))
      const middle = entry.kind === 'street' ? pointAlong(entry, 0.5) : pointOf(entry.at)
      return {
        entry,
        city,
        district,
        ordinal: entry.kind === 'street' ? (parts[0]?.ordinal ?? '') : '',
        size: Math.max(1, Math.min(...parts.map(({ words }) => words.length))),
        middle
      }
    })
  })
  places.forEach(({ entry, city, district }, i) => {
    post(names, wordsIn(entry.name), i)
    post(areas, [...wordsIn(city.name), ...wordsIn(city.province), ...wordsIn(district?.name)], i)
  })
  return { places, byName: (word) => scoresOf(names, word), byArea: (word) => scoresOf(areas, word) }
}
