import type { CategoryNode, SupplierCard } from '#contract/catalogue.ts'
import type { Info } from '#contract/info.ts'
import { LISTING_PATH, SUPPLIER_SORTINGS, type SupplierKind } from '#domain/enums.ts'
import type { Key } from '#i18n/keys.ts'
import { localePath, type Locale } from '#domain/locale.ts'

/** What a visitor chose in a listing; all of it stands in the address. */
export interface Choice {
  category?: string
  city?: string
  open?: boolean
  /** One of SORTINGS; missing is the first. */
  sort?: number
  page?: number
}

/** Everything one page of a listing shows. */
export interface ListingView {
  kind: SupplierKind
  choice: Choice
  suppliers: readonly SupplierCard[]
  totalCount: number
  pages: number
  categories: readonly CategoryNode[]
  cities: Info['cities']
}

/** The orders a listing offers; open places come first in each. */
export const SORTINGS: readonly { id: number; label: Key }[] = [
  { id: SUPPLIER_SORTINGS.recommended, label: 'catalogue:recommended' },
  { id: SUPPLIER_SORTINGS.deliveryTime, label: 'catalogue:deliveryTime' },
  { id: SUPPLIER_SORTINGS.freeDelivery, label: 'catalogue:freeDelivery' },
  { id: SUPPLIER_SORTINGS.deals, label: 'catalogue:deals' },
  { id: SUPPLIER_SORTINGS.new, label: 'catalogue:newest' }
]

/** `?category=pizza&open=1`: always in the same order, so that one page has one address. */
export const choiceQuery = ({ category, city, open, sort, page = 1 }: Choice): string => {
  const query = new URLSearchParams()
  if (category) query.set('category', category)
  if (city) query.set('city', city)
  if (open) query.set('open', '1')
  if (sort !== undefined && sort !== SUPPLIER_SORTINGS.recommended) query.set('sort', String(sort))
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return text && `?${text}`
}

export const listingHref = (locale: Locale, kind: SupplierKind, choice: Choice): string =>
  localePath(locale, LISTING_PATH[kind]) + choiceQuery(choice)
