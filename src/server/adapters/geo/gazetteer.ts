import type { Locale } from '#domain/locale.ts'
import { LOCALES, type Words } from '#domain/locale.ts'
import type { Point } from '#domain/delivery.ts'
import { fold } from '#domain/search/folding.ts'
import { readingsInOtherLayouts } from '#domain/search/layouts.ts'
import { once } from '#server/memoize.ts'
import type { Gazetteer } from './port.ts'
import { centreOf, loadCities, type Pair } from './gazetteer/data.ts'
import { describe } from './gazetteer/describe.ts'
import { nameParts, readQuery } from './gazetteer/query.ts'
import { rank, type Hit } from './gazetteer/rank.ts'
import { cityAt, findAt } from './gazetteer/reverse.ts'
import { buildIndex, type SearchIndex } from './gazetteer/search-index.ts'

const MAX_PLACES = 8
/** Score from which other keyboard layouts are not tried. */
const SURE_SCORE = 0.85
const MIN_READING_LENGTH = 3

/** The index of the process, built on first use. */
export const gazetteerIndex = once((): SearchIndex => buildIndex(loadCities()))

/** Names and centres of towns; separate from the index, which manual address forms do not need. */
const allTowns = once((): readonly { name: Words; at: Pair }[] => loadCities().map((city) => ({ name: city.name, at: centreOf(city).at })))

const bestOf = (hits: readonly Hit[]): number => Math.max(0, ...hits.map(({ score }) => score))

/** Searches a term as typed, else as the same keys in another layout. */
const find = (index: SearchIndex, term: string, near?: Point): readonly Hit[] => {
  const typed = rank(index, readQuery(term), near, MAX_PLACES)
  if (bestOf(typed) >= SURE_SCORE || term.replace(/[^\p{L}\p{P}]/gu, '').length < MIN_READING_LENGTH) return typed
  const others = readingsInOtherLayouts(term).map((reading) => rank(index, readQuery(reading), near, MAX_PLACES))
  const best = others.reduce((one, other) => (bestOf(other) > bestOf(one) ? other : one), typed)
  return bestOf(best) >= SURE_SCORE ? best : typed
}

/** Key of a street's name: its distinctive words, in any order. */
const keyOf = (name: string): string => {
  const { words, ordinal } = nameParts(name)
  return [...words].sort().join(' ') + ordinal
}

/** Creates the offline geocoder of Armenia's towns: streets, landmarks and districts from files, read on first use. */
export const createGazetteer = (): Gazetteer => {
  const places = (term: string, locale: Locale, near?: Point) =>
    Promise.resolve(find(gazetteerIndex(), term, near).map(({ place, house }) => describe(place, house, locale)))
  return {
    provider: 'gazetteer',
    answering: () => 'gazetteer',
    suggest: places,
    search: (term, locale) => places(term, locale),
    reverse: (point, locale) => {
      const found = findAt(gazetteerIndex(), point)
      return Promise.resolve(found && describe(found.place, found.house, locale, point))
    },
    towns: (locale) => {
      const [capital, ...others] = allTowns().map(({ name, at: [lat, lng] }) => ({ name: name[locale], lat, lng }))
      return capital ? [capital, ...others.sort((a, b) => a.name.localeCompare(b.name, locale))] : []
    },
    townAt: (point, locale) => {
      const index = gazetteerIndex()
      const city = cityAt(index, point)
      if (!city) return null
      const found = findAt(index, point)
      const district = found?.place.city === city ? found.place.district : undefined
      const zip = found?.place.city === city ? found.place.entry.zip : ''
      return { city: city.name[locale], province: city.province[locale], district: district?.name[locale] ?? '', zip: zip || '0001' }
    },
    streetAt: (name, point, locale) => {
      const city = cityAt(gazetteerIndex(), point)
      const requestedKey = keyOf(name)
      const street = city?.places.find((one) => one.kind === 'street' && LOCALES.some((each) => keyOf(one.name[each]) === requestedKey))
      return fold(name) === '' ? null : (street?.name[locale] ?? null)
    }
  }
}
