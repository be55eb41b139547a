import type { ProductCard } from '#contract/catalogue/calls.ts'
import type { Info } from '#contract/info/calls.ts'
import type { Filters } from '#contract/products/calls.ts'
import { PRODUCT_SORTINGS } from '#domain/enums.ts'
import { writeShown, type Shown } from './address.ts'

/** The visitor's choice in a product list. */
export interface ProductChoice extends Shown {
  /** Key of a city other than the default one. */
  city?: string | undefined
  /** Ids of filter values. */
  values: readonly string[]
  /** AMD. */
  min?: number | undefined
  max?: number | undefined
  deals?: boolean
  /** One of PRODUCT_SORTINGS; default: the first. */
  sort?: number | undefined
}

/** `?f=b-arevak|c-AM&deals=1`; values are joined with a pipe (spec section 5). */
export const productQuery = (choice: ProductChoice): string => {
  const { city, values, min, max, deals, sort } = choice
  const query = new URLSearchParams()
  if (city) query.set('city', city)
  if (values.length > 0) query.set('f', values.toSorted().join('|'))
  if (min !== undefined) query.set('min', String(min))
  if (max !== undefined) query.set('max', String(max))
  if (deals) query.set('deals', '1')
  if (sort !== undefined && sort !== PRODUCT_SORTINGS.recommended) query.set('sort', String(sort))
  return writeShown(query, choice)
}

/** All data of one page of products. */
export interface ProductListView {
  choice: ProductChoice
  filters: Filters
  cities: Info['cities']
  products: readonly ProductCard[]
  /** Closed suppliers: when each opens, by supplier id. */
  closed: ReadonlyMap<number, string>
  totalCount: number
  isMore: boolean
  /** The requested price is outside the prices of this list, or excludes nothing. */
  isPriceOutside: boolean
  categoryId: number
  brand?: string | undefined
  catalog?: string | undefined
}
