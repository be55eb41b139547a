import type { Geocoder } from './port.ts'
import { loadCities } from './gazetteer/data.ts'
import { describe } from './gazetteer/describe.ts'
import { readQuery } from './gazetteer/query.ts'
import { rank } from './gazetteer/rank.ts'
import { findAt } from './gazetteer/reverse.ts'
import { buildIndex, type SearchIndex } from './gazetteer/search-index.ts'

const MOST = 8

/** The offline geocoder of the cities served: streets, landmarks and districts from files. Nothing is read before the first question. */
export const createGazetteer = (): Geocoder => {
  let built: SearchIndex | undefined
  const index = (): SearchIndex => (built ??= buildIndex(loadCities()))
  return {
    provider: 'gazetteer',
    suggest: (term, locale, near) =>
      Promise.resolve(rank(index(), readQuery(term), near, MOST).map(({ place, house }) => describe(place, house, locale))),
    search: (term, locale) =>
      Promise.resolve(rank(index(), readQuery(term), undefined, MOST).map(({ place, house }) => describe(place, house, locale))),
    reverse: (point, locale) => {
      const found = findAt(index(), point)
      return Promise.resolve(found && describe(found.place, found.house, locale, point))
    }
  }
}
