/**
 * Product filter. Several ids or keys are joined with a pipe, at most 60. Of brands and countries one must match, properties must all
 * match. An inverted range and unknown sortings, filters or categories are refused. Lists end where counting ends.
 */
export interface ProductFilter {
  /** Sorting of products (PRODUCT_SORTINGS). */
  o?: number
  /** Supplier by id. */
  s?: number
  /** Discounted products only: in stock, and not for adults only. */
  dc?: boolean
  /** AMD, both ends included. */
  max?: number
  min?: number
  /** Filter values: `b-…`, `c-…`, `p-…`. */
  f?: string
  /** Keys or ids of properties. */
  pi?: string
  /** Countries of production, two letters each. */
  pc?: string
  /** With `s`, a department of that supplier; otherwise a category, or the parent category of a kind. */
  c?: number
  /** Search term as in GET /search; best match first, unless `o` requests another order. */
  term?: string
  /** Key of a city: products of suppliers that deliver there, those of open ones first. Default: the whole market. */
  city?: string
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
