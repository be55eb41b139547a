import { MAX_PROPERTIES } from '#domain/constants.ts'
import { fits } from './find-products.ts'
import type { ProductRequest } from './product-filter.ts'
import { BRAND, countryOf, isAdultOnly, MARKS, PRICE, PROPERTIES, WIDTH, type ProductList } from '#server/catalogue-memory/product-lists.ts'

/** How many goods there are, of each value too, and the ends of their prices. */
export interface Tally {
  total: number
  min: number
  max: number
  brands: ReadonlyMap<number, number>
  countries: ReadonlyMap<number, number>
  /** Brands with something for everybody; the others have goods for adults only. */
  openBrands: ReadonlySet<number>
  /** By the place of their bit. */
  properties: readonly number[]
}

/** By their number: an array counts a million goods ten times faster than a map. */
const mapOf = (counts: readonly (number | undefined)[]): Map<number, number> =>
  new Map(counts.flatMap((count, key) => (key !== 0 && count ? [[key, count] as const] : [])))

/**
 * Counts what is wanted. Brands and countries, of which any will do, are counted as if none of their own group were chosen beyond what `list`, the
 * list without any choice, holds; properties, which must all be there, as what would be left with one more. One pass.
 */
export const tallyOf = (shelves: readonly ProductList[], wanted: ProductRequest, list: ProductRequest): Tally => {
  const properties = Array.from({ length: MAX_PROPERTIES }, () => 0)
  const brands: number[] = []
  const isOpen: boolean[] = []
  const countries: number[] = []
  const open = { ...wanted, brands: list.brands, countries: list.countries }
  let [total, min, max] = [0, Infinity, 0]
  for (const shelf of shelves) {
    for (let at = 0; at < shelf.length; at += WIDTH) {
      if (!fits(shelf, at, open)) continue
      const brand = shelf[at + BRAND] ?? 0
      const marks = shelf[at + MARKS] ?? 0
      const country = countryOf(marks)
      const ofBrand = !wanted.brands || wanted.brands.has(brand)
      const ofCountry = !wanted.countries || wanted.countries.has(country)
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
