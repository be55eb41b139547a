import type { SupplierKind } from '#domain/enums.ts'

/** The tabs of the search page (spec section 2). */
export const SEARCH_TABS = ['all', 'restaurants', 'shops', 'supermarkets', 'pharmacy', 'service', 'products'] as const
export type SearchTab = (typeof SEARCH_TABS)[number]

export const isSearchTab = (text: string | null): text is SearchTab => SEARCH_TABS.some((tab) => tab === text)

/** Tab of each kind of supplier; gift cards have no tab of their own and appear under all. */
export const TAB_OF_KIND: Partial<Record<SupplierKind, SearchTab>> = {
  restaurant: 'restaurants',
  shop: 'shops',
  store: 'supermarkets',
  pharmacy: 'pharmacy',
  service: 'service'
}
