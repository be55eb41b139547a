import type { CategoryNode, SupplierCard } from '#contract/catalogue/calls.ts'
import type { Info } from '#contract/info/calls.ts'
import { PAGE } from '#domain/limits/page-sizes.ts'
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
  /** Key of a city other than the default one. */
  city?: string | undefined
  open?: boolean
  deals?: boolean
  free?: boolean
  /** Suppliers with a product in this range of AMD, of a brand (`b-…`), of a country (`c-…`). */
  min?: number | undefined
  max?: number | undefined
  values?: readonly string[]
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
  /** Names of the chosen brands and countries, by value. */
  valueNames: ReadonlyMap<string, string>
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
  const { category, city, values = [], min, max, open, deals, free, sort, near } = choice
  const query = new URLSearchParams()
  if (category) query.set('category', category)
  if (city) query.set('city', city)
  if (values.length > 0) query.set('f', values.toSorted().join('|'))
  if (min !== undefined) query.set('min', String(min))
  if (max !== undefined) query.set('max', String(max))
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

/** A link to a page: `gap` where pages before it are left out, `isWide` when phones leave out the link itself. */
export interface PageLink {
  page: number
  isWide: boolean
  gap: '' | 'wide' | 'phone' | 'both'
}
/** Pages in a row around the current one (spec section 2, "Pagination"): on phones, and elsewhere. */
const STEPS = { phone: 3, wide: 5 }

/** The links of a pager: the first page, the row around the current one, the last page. */
export const pageLinks = (current: number, pages: number): PageLink[] => {
  const listed = (step: number): number[] => {
    const start = Math.max(1, Math.min(current - Math.floor(step / 2), pages - step + 1))
    return [...new Set([1, ...Array.from({ length: Math.min(step, pages) }, (_, at) => start + at), pages])]
  }
  const [phone, wide] = [listed(STEPS.phone), listed(STEPS.wide)]
  const hasGap = (shown: readonly number[], page: number): boolean => shown.includes(page) && page > 1 && !shown.includes(page - 1)
  return wide.map((page) => {
    const [onPhone, onWide] = [hasGap(phone, page), hasGap(wide, page)]
    return { page, isWide: !phone.includes(page), gap: onPhone && onWide ? 'both' : onPhone ? 'phone' : onWide ? 'wide' : '' }
  })
}
