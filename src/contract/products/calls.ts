import { endpoint, type Page } from '#contract/endpoint.ts'
import type { CategoryNode, Product, ProductCard, SupplierCard } from '#contract/catalogue/calls.ts'
import type { ProductFilter, ListingQuery } from '#contract/products/filter.ts'
import type { SupplierKind } from '#domain/enums.ts'

export type { ProductFilter as GoodsFilter, ListingQuery }

/** One value of a filter. `id` is what `f` takes: `b-<brand>`, `c-<country>` or `p-<property>`. */
export interface FilterValue {
  id: string
  key: string
  name: string
  /**
   * Goods that would be left with it, among those that fit everything else that is chosen. Of brands and countries any will do, so one's count
   * knows nothing of the others of its group. 0: there are some, and none that fit.
   */
  count: number
}

/** `brand`, `country`, then the groups of properties of the market. */
export interface FilterGroup {
  key: string
  name: string
  values: FilterValue[]
}

/**
 * What a list of goods may be narrowed by (spec section 3, "Filters"). Values stand in an order that no choice changes, and so do the ends of the
 * prices: both are the whole list's. Prices in AMD; both 0 where there is nothing.
 */
export interface Filters {
  /** How many goods the choice leaves; beyond 10,000 there are more. */
  totalCount: number
  isMore?: true
  /** The category's own goods; or all that its places sell, where their departments don't say what belongs to it (a cuisine). */
  goodsOf: 'category' | 'suppliers'
  minPrice: { value: number }
  maxPrice: { value: number }
  properties: FilterGroup[]
  /** Categories below, with how many suppliers each has. */
  categories: { id: number; key: string; name: string; count: number }[]
  sortings: { id: number; name: string }[]
}

/** The list: of a brand or catalog by id or key, of a kind by its type; and what is chosen in it, as GET /products/listing takes it. */
export interface FiltersQuery extends Pick<ProductFilter, 'f' | 'pi' | 'pc' | 'min' | 'max' | 'dc'> {
  brand?: string
  catalog?: string
  supplierType?: number
}

export interface BrandCard {
  id: number
  key: string
  name: string
  productsCount: number
}
/** Reading of "basic info" (the spec shows no shape): the brand, who sells it, and a page of its goods. */
export interface BrandInfo extends BrandCard, Page<ProductCard> {
  suppliers: SupplierCard[]
}

export interface CatalogCard {
  id: number
  key: string
  name: string
  picture: string
  hue: number
  kind: SupplierKind | null
  productsCount: number
}
export type Catalog = CatalogCard & Page<ProductCard>

interface PageQuery {
  take?: number
  skip?: number
}

/** A kind with its categories and how many suppliers it has. */
export interface KindNode {
  type: number
  kind: SupplierKind
  suppliersCount: number
  categories: CategoryNode[]
}

/** What the page of all supermarkets shows (the spec names the call without a path). */
export interface SupermarketsPage {
  categories: CategoryNode[]
  catalogs: CatalogCard[]
  suppliers: Page<SupplierCard>
  deals: ProductCard[]
}

export const filter = endpoint<{ params: { id: number }; query: ProductFilter & { supplierType?: number }; reply: Page<ProductCard> }>()({
  method: 'GET',
  path: '/products/filter/:id',
  access: 'public',
  codes: ['SUPPLIER_NOT_FOUND', 'NOT_FOUND', 'BRAND_NOT_FOUND'],
  about: 'Goods of a category, 21 at a time; 2 is the root of all of them.'
})

export const byCategory = endpoint<{ params: { id: number }; query: PageQuery; reply: Page<ProductCard> }>()({
  method: 'GET',
  path: '/products/category/:id',
  access: 'public',
  codes: ['NOT_FOUND'],
  about: 'Goods of a category, 24 at a time (our path; the spec names none).'
})

export const byDepartment = endpoint<{ params: { id: number }; query: PageQuery; reply: Page<ProductCard> }>()({
  method: 'GET',
  path: '/products/department/:id',
  access: 'public',
  codes: ['NOT_FOUND'],
  about: 'Goods of a department of a supplier in its own order (our path; the spec names none).'
})

export const byLink = endpoint<{ params: { link: string }; reply: Product }>()({
  method: 'GET',
  path: '/products/link/:link',
  access: 'public',
  codes: ['ARTICLE_NOT_FOUND'],
  about: 'One product by the last part of the address of its page, `12` or `12-khorovats` (our path; the spec names none).'
})

export const one = endpoint<{ params: { id: number }; reply: Product }>()({
  method: 'GET',
  path: '/product/:id',
  access: 'public',
  codes: ['ARTICLE_NOT_FOUND'],
  about: 'One product with its options, as GET /products/{id} without a query.'
})

export const filters = endpoint<{ params: { id: number }; query: FiltersQuery; reply: Filters }>()({
  method: 'GET',
  path: '/categories/getFilters/:id',
  access: 'public',
  codes: ['NOT_FOUND', 'BRAND_NOT_FOUND'],
  about: 'What the goods of a category may be narrowed by; 2 is the root of all of them.'
})

export const brands = endpoint<{ reply: BrandCard[] }>()({
  method: 'GET',
  path: '/brands',
  access: 'public',
  codes: [],
  about: 'Brands that have goods on the market, by name (ours).'
})

export const brand = endpoint<{ params: { id: string }; query: PageQuery & { term?: string }; reply: BrandInfo }>()({
  method: 'GET',
  path: '/brands/basic-info/:id',
  access: 'public',
  codes: ['BRAND_NOT_FOUND', 'BRAND_NOT_ACTIVE'],
  about: 'A brand by id or key with its suppliers and a page of its goods.'
})

export const catalogs = endpoint<{ query: { type?: string }; reply: CatalogCard[] }>()({
  method: 'GET',
  path: '/catalogs',
  access: 'public',
  codes: [],
  about: 'Catalogs of a kind: restaurant, shop, store, pharmacy, service, giftCard or all.'
})

export const catalog = endpoint<{ params: { id: string }; query: PageQuery; reply: Catalog }>()({
  method: 'GET',
  path: '/catalogs/:id',
  access: 'public',
  codes: ['NOT_FOUND'],
  about: 'A catalog by id or key with a page of its goods.'
})

export const suppliersTree = endpoint<{ reply: KindNode[] }>()({
  method: 'GET',
  path: '/suppliers/tree',
  access: 'public',
  codes: [],
  about: 'All kinds of suppliers with their categories (our path; the spec names none).'
})

export const supermarkets = endpoint<{ reply: SupermarketsPage }>()({
  method: 'GET',
  path: '/suppliers/supermarkets',
  access: 'public',
  codes: [],
  about: 'Everything the page of supermarkets begins with (our path; the spec names none).'
})
