import { sql, type SQL } from 'drizzle-orm'
import type { ProductCard } from '#contract/catalogue/calls.ts'
import type { SupplierKind, UnitId } from '#domain/enums.ts'
import type { Locale, Words } from '#domain/locale.ts'
import { toAmd } from '#domain/money.ts'
import { toIso, type Instant } from '#domain/time/yerevan-time.ts'
import { schema } from '#server/db/schema.ts'
import type { DirectorySupplier } from '#server/catalogue-memory/directory.ts'

const { products, suppliers } = schema

/** Columns of a product and its supplier that a card needs, for one select. */
export const productCardColumns = {
  id: products.id,
  code: products.code,
  name: products.name,
  picture: products.picture,
  basePrice: products.basePrice,
  price: products.price,
  discount: products.discount,
  unitId: products.unitId,
  minimum: products.minimum,
  stock: products.stock,
  labels: products.labels,
  adult: products.adult,
  optionGroupIds: products.optionGroupIds,
  departmentId: products.departmentId,
  admissionAt: sql<Instant | null>`(extract(epoch from ${products.admissionAt}) * 1000)::float8`,
  supplierId: suppliers.id,
  supplierName: suppliers.name,
  supplierAlias: suppliers.alias,
  supplierKind: suppliers.kind,
  supplierHue: suppliers.hue
}

export interface ProductCardRow {
  id: number
  code: string
  name: Words
  picture: string
  basePrice: number
  price: number
  discount: number
  unitId: number
  minimum: number
  stock: number | null
  labels: ProductCard['labels']
  adult: boolean
  optionGroupIds: number[]
  departmentId: number
  admissionAt: Instant | null
  supplierId: number
  supplierName: Words
  supplierAlias: string
  supplierKind: SupplierKind
  supplierHue: number
}

/** Name and picture shown instead of products for adults, to callers whose age is not confirmed. */
export const MASK = { name: '18+', picture: '🔞' } as const

/** Formats a product as a card; products for adults are masked unless the caller's age is confirmed. */
export const productCard = (row: ProductCardRow, locale: Locale, isAdult: boolean): ProductCard =>
  menuCard(
    { ...row, name: row.name[locale], hasOptions: row.optionGroupIds.length > 0, description: null },
    supplierOf(row, locale),
    isAdult
  )

/** Formats a row of a menu, whose supplier is known. */
export const menuCard = (row: MenuRow, supplier: ProductCard['supplier'], isAdult: boolean): ProductCard => {
  const adult = row.adult ?? false
  const masked = adult && !isAdult
  const price = toAmd(row.price)
  return {
    id: row.id,
    code: row.code,
    name: masked ? MASK.name : row.name,
    picture: masked ? MASK.picture : row.picture,
    basePrice: row.basePrice === null ? price : toAmd(row.basePrice),
    price,
    discount: row.discount ?? 0,
    unitId: row.unitId as UnitId,
    minimumPurchase: row.minimum ?? 1,
    stock: row.stock,
    labels: row.labels ?? [],
    adult,
    hasOptions: row.hasOptions ?? false,
    departmentId: row.departmentId,
    ...(row.description !== null && !masked && { description: row.description }),
    ...(row.admissionAt !== null && { admissionAt: toIso(row.admissionAt) }),
    supplier
  }
}

export const supplierOf = (row: SupplierColumns, locale: Locale): ProductCard['supplier'] => ({
  id: row.supplierId,
  name: row.supplierName[locale],
  alias: row.supplierAlias,
  kind: row.supplierKind,
  hue: row.supplierHue
})

const ADMISSION_AT = '(extract(epoch from admission_at) * 1000)::float8 as "admissionAt"'

/** The same columns of the table alone, for hand-written SQL; the supplier's come from the cache. */
export const CARD_COLUMNS =
  sql.raw(`id, code, name, picture, base_price as "basePrice", price, discount, unit_id as "unitId", minimum, stock, labels, adult,
  option_group_ids as "optionGroupIds", department_id as "departmentId", ${ADMISSION_AT}`)

/** A product of a menu, as menuColumns selects it. */
export interface MenuRow {
  id: number
  code: string
  name: string
  picture: string
  basePrice: number | null
  price: number
  discount: number | null
  unitId: number
  minimum: number | null
  stock: number | null
  labels: ProductCard['labels'] | null
  adult: boolean | null
  hasOptions: boolean | null
  departmentId: number
  /** Only of dishes, services, gift cards and tickets. */
  description: string | null
  /** Only of tickets. */
  admissionAt: Instant | null
}

const DESCRIBED: readonly SupplierKind[] = ['restaurant', 'service', 'giftCard']

/**
 * Columns of a menu's rows for hand-written SQL: names in one language, and null for common values. A menu has hundreds of rows, and
 * parsing each value costs the driver more than the database. What a dish is made of, and what a service is for, is said in the menu; goods in a shelf are known by name.
 */
export const menuColumns = (locale: Locale, kind: SupplierKind): SQL =>
  sql.raw(`id, code, name ->> '${locale}' as name, picture, nullif(base_price, price) as "basePrice", price, nullif(discount, 0) as discount,
  unit_id as "unitId", nullif(minimum, 1) as minimum, stock, nullif(labels, '[]') as labels, nullif(adult, false) as adult,
  nullif(option_group_ids <> '[]', false) as "hasOptions", department_id as "departmentId",
  ${DESCRIBED.includes(kind) ? `nullif(description ->> '${locale}', '')` : 'null'} as description, ${kind === 'giftCard' ? ADMISSION_AT : 'null as "admissionAt"'}`)

type SupplierColumns = ReturnType<typeof supplierColumns>
export type CardRow = Omit<ProductCardRow, keyof SupplierColumns>

export const supplierColumns = ({ id, name, alias, kind, hue }: DirectorySupplier) => ({
  supplierId: id,
  supplierName: name,
  supplierAlias: alias,
  supplierKind: kind,
  supplierHue: hue
})
