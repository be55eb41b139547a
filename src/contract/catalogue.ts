import { endpoint, type Page } from './endpoint.ts'
import type { ClosedReason, ProductLabel, SelectorType, SupplierKind, UnitId } from '#domain/enums.ts'

/** Open state at the moment of the answer; `changesAt` is when it changes next (ISO +04:00). */
export interface OpenState {
  status: 0 | 1
  changesAt: string | null
  reason: ClosedReason | null
  /** True within 30 minutes before closing. */
  closesSoon: boolean
}

/** AMD and minutes for the nearest zone of the supplier, or of the point asked for. */
export interface DeliveryOffer {
  priceFrom: number
  freeFrom: number | null
  minutesFrom: number
  minutesTo: number
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
  hasDiscount: boolean
  city: string
  minimum: number
  open: OpenState
  delivery: DeliveryOffer
}

/** Spans "HH:MM-HH:MM" of the seven days, Monday first. */
export interface BranchInfo {
  branchId: number
  city: string
  address: string
  lat: number
  lng: number
  phone: string
  hours: string[][]
  zones: { upToKm: number; price: number; minutes: number; freeFrom: number | null }[]
}

export interface Department {
  id: number
  key: string
  name: string
  productsCount: number
}

export interface Supplier extends SupplierCard {
  description: string
  taxId: string
  packing: number
  branches: BranchInfo[]
  departments: Department[]
}

/** Prices in AMD. Quantities of weighed goods (unit 2) are hundredths of a kilogram, prices per kilogram. */
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
  /** null: not counted. */
  stock: number | null
  labels: ProductLabel[]
  /** Goods for adults: name and picture are veiled for callers who are not confirmed. */
  adult: boolean
  hasOptions: boolean
  departmentId: number
  supplier: { id: number; name: string; alias: string; kind: SupplierKind; hue: number }
}

export interface Configurator {
  id: number
  key: string
  name: string
  type: SelectorType
  min: number
  max: number
  values: { id: number; name: string; price: number }[]
}

export interface Product extends ProductCard {
  description: string
  country: string | null
  brand: { key: string; name: string } | null
  configurators: Configurator[]
  variants: { orderNumber: string; price: number; stock: number | null }[]
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

export interface SuppliersQuery {
  /** Supplier type, spec section 3. Default restaurant (2); 7 is all. */
  type: number
  skip: number
  take: number
  /** Keys or ids of categories, joined with a pipe. */
  categoryIds?: string
  city?: string
  sorting?: number
  openNow?: boolean
  term?: string
  lat?: number
  lng?: number
}

export interface ListingQuery {
  /** Category or department ids, suppliers, product filter strings: see spec section 7. */
  s?: number
  c?: number
  /** 1: discounted only. */
  dc?: boolean
  term?: string
  o?: number
  take: number
  skip: number
}

export const catalogue = {
  suppliers: endpoint<{ query: Partial<SuppliersQuery>; reply: Page<SupplierCard> }>()({
    method: 'GET',
    path: '/suppliers',
    access: 'public',
    codes: [],
    about: 'Suppliers of a type, open ones first.'
  }),
  count: endpoint<{ query: Partial<SuppliersQuery>; reply: { count: number } }>()({
    method: 'GET',
    path: '/suppliers/count',
    access: 'public',
    codes: [],
    about: 'How many suppliers a query finds.'
  }),
  supplierByAlias: endpoint<{ params: { name: string }; reply: Supplier }>()({
    method: 'GET',
    path: '/suppliers/name/:name',
    access: 'public',
    codes: ['SUPPLIER_NOT_FOUND'],
    about: 'One supplier by its alias.'
  }),
  categoryTree: endpoint<{ params: { path: string }; reply: CategoryNode }>()({
    method: 'GET',
    path: '/suppliers/categoryTree/:path',
    access: 'public',
    codes: ['NOT_FOUND'],
    about: 'The categories below one category path, with how many suppliers each has.'
  }),
  supplier: endpoint<{ params: { id: number }; reply: Supplier }>()({
    method: 'GET',
    path: '/suppliers/:id',
    access: 'public',
    codes: ['SUPPLIER_NOT_FOUND'],
    about: 'One supplier by its id.'
  }),
  categories: endpoint<{ query: { type?: string }; reply: CategoryNode[] }>()({
    method: 'GET',
    path: '/categories/tree',
    access: 'public',
    codes: [],
    about: 'Categories of a type: restaurant, shop, store, pharmacy, service, giftCard or all.'
  }),
  supplierCategories: endpoint<{ params: { id: number }; reply: Department[] }>()({
    method: 'GET',
    path: '/categories/tree/supplier/:id',
    access: 'public',
    codes: ['SUPPLIER_NOT_FOUND'],
    about: 'The departments of a supplier.'
  }),
  products: endpoint<{
    query: { supplierId: number; departmentId?: number; term?: string; take?: number; skip?: number }
    reply: Menu
  }>()({
    method: 'GET',
    path: '/products',
    access: 'public',
    codes: ['SUPPLIER_NOT_FOUND'],
    about: 'The menu of a supplier, in the order of its departments.'
  }),
  listing: endpoint<{ query: Partial<ListingQuery>; reply: Page<ProductCard> }>()({
    method: 'GET',
    path: '/products/listing',
    access: 'public',
    codes: [],
    about: 'Products across suppliers; dc=1 for discounted ones.'
  }),
  product: endpoint<{ params: { id: number }; reply: Product }>()({
    method: 'GET',
    path: '/products/:id',
    access: 'public',
    codes: ['ARTICLE_NOT_FOUND'],
    about: 'One product with its options.'
  }),
  configurators: endpoint<{ params: { id: number }; reply: Configurator[] }>()({
    method: 'GET',
    path: '/products/:id/configurators',
    access: 'public',
    codes: ['ARTICLE_NOT_FOUND'],
    about: 'The options of a product.'
  })
}
