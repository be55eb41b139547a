import { endpoint, type Page } from '#contract/endpoint.ts'
import type { ListingQuery } from '#contract/products/filter.ts'
import type { Faster } from '#domain/bookings/windows.ts'
import type { ProductLabel, ProductType, SelectorType, SupplierKind, UnitId } from '#domain/enums.ts'
import type { Tier } from '#domain/prices/tiers.ts'
import type { BranchInfo, BranchNear, DeliveryOffer, OpenState } from './branches.ts'

export interface Nearness {
  km: number
  delivers: boolean
}

export interface SupplierCard {
  id: number
  alias: string
  kind: SupplierKind
  name: string
  pictures: string[]
  hue: number
  categories: { key: string; name: string }[]
  rating: { average: number; count: number } | null
  isNew: boolean
  /** Per cent of its best offer; 0 without any. */
  maxDiscount: number
  city: string
  minimum: number
  open: OpenState
  delivery: DeliveryOffer
  /** Its goods are tickets, which are in the account once they are paid: nothing is delivered. */
  sellsTickets?: true
  /** Only when a point was requested. */
  near?: Nearness
}

/** Intervals "HH:MM-HH:MM" of the seven days, Monday first. */
export interface Department {
  id: number
  key: string
  name: string
  productsCount: number
}

export interface Supplier extends SupplierCard {
  description: string
  imagesPaths: { large: string | null }
  taxId: string
  packing: number
  preparationMinutes: number
  /** Payment methods it does not accept: bankTransfer, corporateWallet. */
  refuses: string[]
  /** Accepts no new orders now; until when, if known (ISO +04:00). */
  overload: { hoursToWait: number; until: string | null } | null
  /** How its services are booked; null: they are ordered. Things are back within `hours` at the price times `factor`. */
  bookings: { hours: number; express: Faster | null; urgent: Faster | null } | null
  /** While closed: the first delivery that can be ordered (ISO +04:00), if any. */
  preorder: { from: string; to: string } | null
  branches: BranchInfo[]
  departments: Department[]
}

/** Prices in AMD. Quantities of weighed products (unit 2) are hundredths of a kilogram, prices per kilogram. */
export interface ProductCard {
  id: number
  code: string
  name: string
  picture: string
  basePrice: number
  price: number
  discount: number
  unitId: UnitId
  minimumPurchase: number
  /** null: stock is not counted. */
  stock: number | null
  labels: ProductLabel[]
  /** For adults: name and picture are masked for callers whose age is not confirmed. */
  adult: boolean
  hasOptions: boolean
  departmentId: number
  /** Of dishes, services, gift cards and tickets in the menu that have one; a product itself always has it. */
  description?: string
  /** Of a ticket: when it is for (ISO +04:00); null or left out: any day. */
  admissionAt?: string | null
  supplier: { id: number; name: string; alias: string; kind: SupplierKind; hue: number }
}

export interface Configurator {
  id: number
  key: string
  name: string
  type: SelectorType
  min: number
  max: number
  /** A sold-out value cannot be ordered. */
  values: { id: number; name: string; price: number; soldOut?: true }[]
}

export interface Product extends ProductCard {
  /** All pictures; the first is `picture`. */
  pictures: string[]
  description: string
  comment: string
  /** Of gift cards and tickets. */
  productType?: ProductType
  categoryId: number | null
  country: string | null
  countryName: string | null
  brand: { id: number; key: string; name: string } | null
  properties: { key: string; name: string }[]
  /** AMD per kilogram, litre, metre or piece of a package's content; null when the price is the same. */
  unitPrice: { price: number; per: 'kg' | 'l' | 'm' | 'piece' } | null
  /** Free gifts that come with it. */
  gifts: { id: number; name: string; picture: string }[]
  /** Lower prices of one unit for who buys more, ascending, without options; from: pieces, or kilograms of weighed products. */
  tiers: (Tier & { price: number })[]
  configurators: Configurator[]
  variants: { orderNumber: string; price: number; stock: number | null }[]
  /** The requested ids that are valid; at most one of a radio or select. */
  selectedOptions: number[]
  /** Related products of the same supplier, only with `withCrossSelling`. */
  crossSelling?: ProductCard[]
}

export interface ProductQuery {
  /** Ids of option values, joined with a pipe. */
  selectedOptions?: string
  /** The product must belong to this supplier, or this brand. */
  supplierId?: number
  brandId?: number
  withCrossSelling?: boolean
}

export interface Menu extends Page<ProductCard> {
  departments: Department[]
}

export interface CategoryNode {
  id: number
  key: string
  name: string
  picture: string | null
  fullPath: string
  suppliersCount: number
  children: CategoryNode[]
}

/** `min`, `max` and `f`: only suppliers with a product like that; with `deals` a discounted one. */
export interface SuppliersQuery extends Pick<ListingQuery, 'min' | 'max' | 'f'> {
  /** Supplier type, spec section 3. Default restaurant (2); 7 is all. */
  type: number
  skip: number
  take: number
  /** Keys or ids of categories, joined with a pipe. */
  categoryIds?: string
  /** Key of a city: suppliers that deliver there, as they serve it. Default: the whole market. */
  city?: string
  sorting?: number
  openNow?: boolean
  /** Only suppliers with discounts. */
  deals?: boolean
  /** Only suppliers with free delivery, possibly above an amount. */
  freeDelivery?: boolean
  /** Ids joined with a pipe: only these, of any kind. */
  ids?: string
  term?: string
  lat?: number
  lng?: number
}

export const branchesByCoordinates = endpoint<{
  params: { supplierId: number }
  query: { lat: number; lng: number }
  reply: BranchNear[]
}>()({
  method: 'GET',
  path: '/suppliers/getBranchesByCoordinates/:supplierId',
  access: 'public',
  codes: ['SUPPLIER_NOT_FOUND'],
  about: 'The branches of a supplier, the nearest first, with what delivery to the point costs.'
})

export const suppliers = endpoint<{ query: Partial<SuppliersQuery>; reply: Page<SupplierCard> }>()({
  method: 'GET',
  path: '/suppliers',
  access: 'public',
  codes: ['BRAND_NOT_FOUND', 'BRAND_NOT_ACTIVE'],
  about: 'Suppliers of a type (its number or name, such as Restaurant), open ones first.'
})

export const count = endpoint<{ query: Partial<SuppliersQuery>; reply: { count: number } }>()({
  method: 'GET',
  path: '/suppliers/count',
  access: 'public',
  codes: ['BRAND_NOT_FOUND', 'BRAND_NOT_ACTIVE'],
  about: 'How many suppliers a query finds.'
})

export const supplierByAlias = endpoint<{ params: { name: string }; reply: Supplier }>()({
  method: 'GET',
  path: '/suppliers/name/:name',
  access: 'public',
  codes: ['SUPPLIER_NOT_FOUND'],
  about: 'One supplier by its alias.'
})

export const categoryTree = endpoint<{ params: { path: string }; reply: CategoryNode }>()({
  method: 'GET',
  path: '/suppliers/categoryTree/:path',
  access: 'public',
  codes: ['NOT_FOUND'],
  about: 'The categories below one category path, with how many suppliers each has.'
})

export const supplier = endpoint<{ params: { id: number }; reply: Supplier }>()({
  method: 'GET',
  path: '/suppliers/:id',
  access: 'public',
  codes: ['SUPPLIER_NOT_FOUND'],
  about: 'One supplier by its id.'
})

export const categories = endpoint<{ query: { type?: string; city?: string }; reply: CategoryNode[] }>()({
  method: 'GET',
  path: '/categories/tree',
  access: 'public',
  codes: [],
  about:
    'Categories of a type: restaurant, shop, store, pharmacy, service, giftCard or all; suppliers are counted that deliver to the city, if one is given.'
})

export const supplierCategories = endpoint<{ params: { id: number }; reply: Department[] }>()({
  method: 'GET',
  path: '/categories/tree/supplier/:id',
  access: 'public',
  codes: ['SUPPLIER_NOT_FOUND'],
  about: 'The departments of a supplier.'
})

export const products = endpoint<{
  query: { supplierId: number; departmentId?: number; term?: string; take?: number; skip?: number }
  reply: Menu
}>()({
  method: 'GET',
  path: '/products',
  access: 'public',
  codes: ['SUPPLIER_NOT_FOUND'],
  about: 'The menu of a supplier, in the order of its departments.'
})

export const listing = endpoint<{ query: ListingQuery; reply: Page<ProductCard> }>()({
  method: 'GET',
  path: '/products/listing',
  access: 'public',
  codes: ['SUPPLIER_NOT_FOUND', 'NOT_FOUND', 'BRAND_NOT_FOUND', 'BRAND_NOT_ACTIVE'],
  about: 'Products across suppliers; dc=1 for discounted ones.'
})

export const product = endpoint<{ params: { id: number }; query: ProductQuery; reply: Product }>()({
  method: 'GET',
  path: '/products/:id',
  access: 'public',
  codes: ['ARTICLE_NOT_FOUND'],
  about: 'One product with its options.'
})

export const configurators = endpoint<{ params: { id: number }; reply: Configurator[] }>()({
  method: 'GET',
  path: '/products/:id/configurators',
  access: 'public',
  codes: ['ARTICLE_NOT_FOUND'],
  about: 'The options of a product.'
})
