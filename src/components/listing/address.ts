import type { SupplierKind } from '#domain/enums.ts'
import { LISTING_PATH } from '#domain/enums.ts'
import { localePath, type Locale } from '#domain/locale.ts'

/** What a visitor chose in a listing; all of it stands in the address. */
export interface Choice {
  category?: string
  city?: string
  open?: boolean
  page?: number
}

/** `?category=pizza&open=1`: always in the same order, so that one page has one address. */
export const choiceQuery = ({ category, city, open, page = 1 }: Choice): string => {
  const query = new URLSearchParams()
  if (category) query.set('category', category)
  if (city) query.set('city', city)
  if (open) query.set('open', '1')
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return text && `?${text}`
}

export const listingHref = (locale: Locale, kind: SupplierKind, choice: Choice): string =>
  localePath(locale, LISTING_PATH[kind]) + choiceQuery(choice)
