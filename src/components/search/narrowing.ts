import type { Info } from '#contract/info/calls.ts'
import type { ProductChoice } from '../listing/product-address.ts'
import { productQuery } from '../listing/product-address.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import { searchPath, type SearchPlace } from '#domain/search/paths.ts'

/** Place, filters and order of a search. */
export interface SearchChoice extends ProductChoice, Pick<SearchPlace, 'city' | 'near' | 'anywhere' | 'open'> {}

export interface Narrowing {
  choice: SearchChoice
  /** Prices of all results, AMD. */
  bounds: { min: number; max: number }
  isPriceOutside: boolean
  cities: Info['cities']
  /** Name of the city that is searched. */
  city: string | null
}

/** The address of a search with these filters. */
export const searchHref = (locale: Locale, place: SearchPlace, choice: ProductChoice): string => {
  const filters = productQuery({ ...choice, city: undefined })
  return localePath(locale, searchPath(place)) + (filters && `&${filters.slice(1)}`)
}
