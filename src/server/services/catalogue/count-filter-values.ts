import { MAX_PROPERTIES } from '#domain/constants.ts'
import { fits } from './find-products.ts'
import type { ProductRequest } from './product-filter.ts'
import { BRAND, countryOf, isAdultOnly, MARKS, PRICE, PROPERTIES, WIDTH, type ProductList } from '#server/catalogue-memory/product-lists.ts'

/** Number of products, in total and per value, and their lowest and highest price. */
export interface Tally {
  total: number
  min: number
  max: number
  brands: ReadonlyMap<number, number>
  countries: ReadonlyMap<number, number>
  /** Brands with products for everybody; the others have products for adults only. */
  openBrands: ReadonlySet<number>
  /** Indexed by the bit of the property. */
  properties: readonly number[]
}

/** Indexed by the number of the value: an array counts a million products ten times faster than a map. */
const mapOf = (counts: readonly (number | undefined)[]): Map<number, number> =>
  new Map(counts.flatMap((count, key) => (key !== 0 && count ? [[key, count] as const] : [])))

/**
 * Counts products per filter value in one pass. Brands and countries (any selected value matches) are counted without the selection of
 * their own group beyond `list`, the unfiltered list. Properties (all selected values must match) are counted as what one more would leave.
 */
export const tallyOf = (shelves: readonly ProductList[], request: ProductRequest, list: ProductRequest): Tally => {
  const properties = Array.from({ length: MAX_PROPERTIES }, () => 0)
  const brands: number[] = []
  const isOpen: boolean[] = []
  const countries: number[] = []
  const open = { ...request, brands: list.brands, countries: list.countries }
  let [total, min, max] = [0, Infinity, 0]
  for (const shelf of shelves) {
    for (let at = 0; at < shelf.length; at += WIDTH) {
      if (!fits(shelf, at, open)) continue
      const brand = shelf[at + BRAND] ?? 0
      const marks = shelf[at + MARKS] ?? 0
      const country = countryOf(marks)
      const ofBrand = !request.brands || request.brands.has(brand)
      const ofCountry = !request.countries || request.countries.has(country)
      if (ofCountry) brands[brand] = (brands[brand] ?? 0) + 1
      if (!isAdultOnly(marks)) isOpen[brand] = true
      if (ofBrand) countries[country] = (countries[country] ?? 0) + 1
      if (!ofBrand || !ofCountry) continue
      let bits = shelf[at + PROPERTIES] ?? 0
      const price = shelf[at + PRICE] ?? 0
      if (price < min) min = price
      if (price > max) max = price
      total += 1
      for (let bit = 0; bits !== 0; bit += 1, bits >>>= 1) if (bits & 1) properties[bit] = (properties[bit] ?? 0) + 1
    }
  }
  const openBrands = new Set(isOpen.flatMap((open, brand) => (open ? [brand] : [])))
  return { total, min, max, brands: mapOf(brands), openBrands, countries: mapOf(countries), properties }
}
