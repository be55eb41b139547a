import { endpoint, type Page } from '#contract/endpoint.ts'
import type { ProductCard, SupplierCard } from '#contract/catalogue/calls.ts'
import type { SupplierKind } from '#domain/enums.ts'
import type { SearchTab } from '#domain/search/tabs.ts'

/** Result of a search. Names in one language match products in all; a term without letters or digits matches nothing. */
export interface SearchFound {
  /** The normalised term: one line, at most 200 characters. */
  term: string
  /** Set when the term as typed matches nothing and a correction is likely: the results are for the correction. */
  didYouMean: string | null
  /** Of the requested supplier type. */
  productCount: number
  supplierCount: number
  /** Sum of both. */
  count: number
  /** Of the whole market, whatever the requested type; in the order of the tabs. */
  groups: { tab: SearchTab; count: number }[]
  /** First suppliers matched by name or category, then those with matching products; `skip` and `take` apply to both lists. */
  suppliers: SupplierCard[]
  products: FoundProduct[]
  /** Whether the term asks for suppliers (by name or kind) rather than for products: which list a page shows first. */
  leads: 'products' | 'suppliers'
  /** Key of the city that is searched; null when the market has no cities. */
  city: string | null
  /** Matching products of suppliers that do not deliver there, which `anywhere` adds at the end. */
  elsewhereCount: number
  /** Prices of all matching products, AMD, whatever `min` and `max`; both 0 for none. */
  minPrice: number
  maxPrice: number
}

/** An offer of a product under the same name at another supplier, or of a ticket for another time. */
export interface OtherOffer {
  id: number
  price: number
  /** Of a ticket: when it is for (ISO +04:00); left out: any day. */
  admissionAt?: string
  supplierName: string
  open: boolean
  delivers: boolean
}
/**
 * A product found. Products with the same name in all languages at suppliers of one kind are one result: the best offer (delivers, open,
 * cheapest, and of tickets the soonest) with the others.
 */
export interface FoundProduct extends ProductCard {
  delivers: boolean
  open: boolean
  others: OtherOffer[]
  /** Lowest price of all offers, AMD. */
  priceFrom: number
}

/** Filters and order of a search, named as in the lists of products and suppliers. */
export interface SearchFilters {
  /** Key of a city: what delivers there. A point (lat, lng) is exact. Default: the default city. */
  city?: string
  lat?: number
  lng?: number
  /** Also products of suppliers that do not deliver there, at the end. */
  anywhere?: boolean
  openNow?: boolean
  /** Discounted products only. */
  dc?: boolean
  /** Prices, AMD. */
  min?: number
  max?: number
  /** One of PRODUCT_SORTINGS; recommended is by relevance. */
  o?: number
}

export interface MenuFound extends Page<ProductCard> {
  didYouMean: string | null
}

/**
 * A suggestion for a partial term. A term is a word of the market's names, in the reader's language. A product stands for all with its name:
 * `count` suppliers, or times of a show. If it is only one, `id` is its id, and `admissionAt` when its ticket is for (left out: any day).
 */
export type SearchSuggestion =
  | { type: 'term'; id: number; name: string }
  | {
      type: 'product'
      id: number
      name: string
      picture: string
      hue: number
      count: number
      supplierName: string
      admissionAt?: string
    }
  | { type: 'supplier'; id: number; name: string; picture: string; hue: number; kind: SupplierKind; alias: string }
  | { type: 'category'; id: number; name: string; picture: string | null; kind: SupplierKind; key: string }

export const search = endpoint<{
  query: { term: string; supplierType?: number; take?: number; skip?: number } & SearchFilters
  reply: SearchFound
}>()({
  method: 'GET',
  path: '/search',
  access: 'public',
  perMinute: 240,
  codes: [],
  about:
    'Products and suppliers for a term in any of the three languages, with counts for each tab. Supplier type 7 is all. What delivers to the city or point and is open comes first.'
})

export const menu = endpoint<{
  query: { supplierId: number; term: string; categoryId?: number; take?: number; skip?: number }
  reply: MenuFound
}>()({
  method: 'GET',
  path: '/search/supplier',
  access: 'public',
  perMinute: 240,
  codes: ['SUPPLIER_NOT_FOUND'],
  about: 'Search inside the menu of a supplier, or in one of its departments (categoryId).'
})

export const suggest = endpoint<{
  query: { term?: string; supplierType?: number; city?: string }
  reply: { items: SearchSuggestion[]; didYouMean: string | null }
}>()({
  method: 'GET',
  path: '/search/suggest',
  access: 'public',
  perMinute: 600,
  codes: [],
  about: 'Up to eight words, suppliers, categories and product names while a term is typed; without one, words that many products share.'
})

export const stores = endpoint<{
  query: { term?: string; supplierType?: number; take?: number; skip?: number }
  reply: Page<SupplierCard>
}>()({
  method: 'GET',
  path: '/stores/search',
  access: 'public',
  perMinute: 240,
  codes: [],
  about: 'Suppliers by their name, category or goods; of supplier type 1 (supermarkets) unless said, all of it without a term.'
})

export const byProductType = endpoint<{ query: { productType?: string; term?: string }; reply: SupplierCard[] }>()({
  method: 'GET',
  path: '/suppliers/getSuppliersByProductType',
  access: 'public',
  perMinute: 240,
  codes: [],
  about: 'Suppliers that sell a type of product (1 gift card, 2 ticket), by name when a term is given. Nobody sells tickets yet.'
})
