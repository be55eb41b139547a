import { endpoint, type Page } from '#contract/endpoint.ts'
import type { CategoryNode, Product, ProductCard, SupplierCard } from '#contract/catalogue/calls.ts'
import type { ProductFilter, ListingQuery } from '#contract/products/filter.ts'
import type { SupplierKind } from '#domain/enums.ts'

export type { ProductFilter as GoodsFilter, ListingQuery }

/** One value of a filter. `id` is the value for `f`: `b-<brand>`, `c-<country>` or `p-<property>`. */
export interface FilterValue {
  id: string
  key: string
  name: string
  /**
   * Number of products that selecting it would leave, among those that match all other filters. For brands and countries, any selected
   * value matches, so the other values of the group do not count. 0: the list has some, but none match.
   */
  count: number
}

/** `brand`, `country`, then the market's property groups. */
export interface FilterGroup {
  key: string
  name: string
  values: FilterValue[]
}

/**
 * Filters of a product list (spec section 3, "Filters"). The order of values and the price range are those of the whole list, independent
 * of the selection. Prices in AMD; both 0 for an empty list.
 */
export interface Filters {
  /** Number of matching products; above 10,000 there are more. */
  totalCount: number
  isMore?: true
  /** The category's own products, or all products of its suppliers when no department belongs to it (a cuisine). */
  goodsOf: 'category' | 'suppliers'
  minPrice: { value: number }
  maxPrice: { value: number }
  properties: FilterGroup[]
  /** Subcategories with their number of suppliers. */
  categories: { id: number; key: string; name: string; count: number }[]
  sortings: { id: number; name: string }[]
}

/** The list (of a brand or catalog by id or key, of a kind by its type) and the selected filters, as for GET /products/listing. */
export interface FiltersQuery extends Pick<ProductFilter, 'f' | 'pi' | 'pc' | 'min' | 'max' | 'dc' | 'city'> {
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
/** Our reading of "basic info" (the spec gives no shape): the brand, its suppliers, and a page of its products. */
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

/** A kind with its categories and its number of suppliers. */
export interface KindNode {
  type: number
  kind: SupplierKind
  suppliersCount: number
  categories: CategoryNode[]
}

/** Content of the page of all supermarkets (the spec names the call without a path). */
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
  codes: ['SUPPLIER_NOT_FOUND', 'NOT_FOUND', 'BRAND_NOT_FOUND', 'BRAND_NOT_ACTIVE'],
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
  codes: ['NOT_FOUND', 'BRAND_NOT_FOUND', 'BRAND_NOT_ACTIVE'],
  about: 'What the goods of a category may be narrowed by; 2 is the root of all of them.'
})

export const brands = endpoint<{ query: { city?: string }; reply: BrandCard[] }>()({
  method: 'GET',
  path: '/brands',
  access: 'public',
  codes: [],
  about: 'Brands that have goods, by name (ours); with a city those that are delivered there, which are counted.'
})

export const brand = endpoint<{ params: { id: string }; query: PageQuery & { term?: string }; reply: BrandInfo }>()({
  method: 'GET',
  path: '/brands/basic-info/:id',
  access: 'public',
  codes: ['BRAND_NOT_FOUND', 'BRAND_NOT_ACTIVE'],
  about: 'A brand by id or key with its suppliers and a page of its goods.'
})

export const catalogs = endpoint<{ query: { type?: string; city?: string }; reply: CatalogCard[] }>()({
  method: 'GET',
  path: '/catalogs',
  access: 'public',
  codes: [],
  about: 'Catalogs of a kind: restaurant, shop, store, pharmacy, service, giftCard or all; with a city, what is delivered there counts.'
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
