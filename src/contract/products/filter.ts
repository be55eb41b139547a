/**
 * What goods are wanted. Ids or keys of several values are joined with a pipe, at most 60 of them. Of one brand or country any will do, properties must
 * all be there. A range that stands upside down, an unknown sorting, filter or category is refused. Lists reach as far as they are counted.
 */
export interface ProductFilter {
  /** Sorting of goods (PRODUCT_SORTINGS). */
  o?: number
  /** Supplier by id. */
  s?: number
  /** Discounted only: in stock, and nothing that is sold to adults only. */
  dc?: boolean
  /** AMD, both ends belong to it. */
  max?: number
  min?: number
  /** Filter values: `b-…`, `c-…`, `p-…`. */
  f?: string
  /** Keys or ids of properties. */
  pi?: string
  /** Countries of production, two letters each. */
  pc?: string
  /** A department of the supplier `s`; without one a category, or the parent category of a kind. */
  c?: number
  /** Found as GET /search finds it; the best match first, unless `o` asks for another order than the recommended. */
  term?: string
  /** Supermarkets only. */
  isStore?: boolean
  take?: number
  skip?: number
}

export interface ListingQuery extends ProductFilter {
  /** Supplier by alias. */
  sa?: string
  /** Shops only. */
  isShop?: boolean
  /** Id or key of a catalog. */
  catalog?: string
}
