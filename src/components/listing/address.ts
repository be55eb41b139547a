import type { CategoryNode, SupplierCard } from '#contract/catalogue/calls.ts'
import type { Info } from '#contract/info/calls.ts'
import { PAGE } from '#domain/constants.ts'
import { LISTING_PATH, SUPPLIER_SORTINGS, type SupplierKind } from '#domain/enums.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import type { Key } from '#i18n/keys.ts'

/** Which part of a list is shown; read from the URL. */
export interface Shown {
  /** Page size; default 24. */
  size?: number | undefined
  page?: number | undefined
  /** Shows the first `to` items, extended by "more"; excludes `size` and `page`. */
  to?: number | undefined
}

/** The visitor's choice in a supplier list. */
export interface Choice extends Shown {
  category?: string | undefined
  city?: string | undefined
  open?: boolean
  deals?: boolean
  free?: boolean
  /** One of SORTINGS; default: the first. */
  sort?: number | undefined
  /** Rounded point for distances, `40.18,44.51`. */
  near?: string | undefined
}

/** All data of one page of a listing. */
export interface ListingView {
  kind: SupplierKind
  /** The kind's total, or one category's. */
  title: string
  choice: Choice
  suppliers: readonly SupplierCard[]
  totalCount: number
  /** All categories of the kind, children after their parent. */
  categories: readonly CategoryNode[]
  cities: Info['cities']
}

/** The sortings of a listing; open suppliers come first in each. */
export const SORTINGS: readonly { id: number; label: Key }[] = [
  { id: SUPPLIER_SORTINGS.recommended, label: 'catalogue:recommended' },
  { id: SUPPLIER_SORTINGS.distance, label: 'listing:distance' },
  { id: SUPPLIER_SORTINGS.deliveryTime, label: 'catalogue:deliveryTime' },
  { id: SUPPLIER_SORTINGS.mostPopular, label: 'listing:mostPopular' },
  { id: SUPPLIER_SORTINGS.freeDelivery, label: 'catalogue:freeDelivery' },
  { id: SUPPLIER_SORTINGS.deals, label: 'catalogue:deals' },
  { id: SUPPLIER_SORTINGS.new, label: 'catalogue:newest' },
  { id: SUPPLIER_SORTINGS.pickUp, label: 'listing:pickUp' },
  { id: SUPPLIER_SORTINGS.pickedForYou, label: 'listing:pickedForYou' }
]

/** Parameters in a fixed order, so that a page has one URL. */
export const writeShown = (query: URLSearchParams, { size, page = 1, to }: Shown): string => {
  if (to !== undefined && to > PAGE.listing) query.set('to', String(to))
  else {
    if (size !== undefined && size !== PAGE.listing) query.set('size', String(size))
    if (page > 1) query.set('page', String(page))
  }
  const text = query.toString()
  return text && `?${text}`
}

/** `?category=pizza&open=1` */
export const choiceQuery = (choice: Choice): string => {
  const { category, city, open, deals, free, sort, near } = choice
  const query = new URLSearchParams()
  if (category) query.set('category', category)
  if (city) query.set('city', city)
  if (open) query.set('open', '1')
  if (deals) query.set('deals', '1')
  if (free) query.set('free', '1')
  if (sort !== undefined && sort !== SUPPLIER_SORTINGS.recommended) query.set('sort', String(sort))
  if (near) query.set('near', near)
  return writeShown(query, choice)
}

export const listingHref = (locale: Locale, kind: SupplierKind, choice: Choice): string =>
  localePath(locale, LISTING_PATH[kind]) + choiceQuery(choice)

/** The range of a list to fetch. */
export const rangeOf = ({ size = PAGE.listing, page = 1, to }: Shown): { take: number; skip: number } =>
  to === undefined ? { take: size, skip: (page - 1) * size } : { take: to, skip: 0 }
export const pagesOf = ({ size = PAGE.listing }: Shown, totalCount: number): number => Math.max(1, Math.ceil(totalCount / size))
