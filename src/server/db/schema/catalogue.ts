import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  serial,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { ClosedReason, ProductLabel, SelectorType, SupplierKind } from '#domain/enums.ts'
import type { BookingRules } from '#domain/bookings/windows.ts'
import type { Words } from '#domain/locale.ts'
import type { AdmissionRules } from '#domain/orders/admission.ts'
import type { Tier } from '#domain/prices/tiers.ts'

/** Days with other opening hours, as imported; spans "HH:MM-HH:MM". */
export interface HoursException {
  from: string
  to: string
  reason: ClosedReason
  hours: string[]
}
/** Content of one piece, for the price per kilogram, litre, metre or piece. */
export interface Content {
  amount: number
  unit: 'g' | 'kg' | 'ml' | 'l' | 'm' | 'piece'
}
/** Delivery by distance; prices in hundredths of a dram. */
export interface ZoneRow {
  upToKm: number
  price: number
  minutes: number
  freeFrom: number | null
}
/** Spec section 9, "Config element names"; times are ISO. */
export interface Overload {
  active: boolean
  hoursToWait: number
  overloadingStartTime: string | null
  overloadingEndTime: string | null
}

export const cities = pgTable('cities', {
  key: text().primaryKey(),
  name: jsonb().$type<Words>().notNull(),
  lat: doublePrecision().notNull(),
  lng: doublePrecision().notNull(),
  position: integer().notNull()
})

export const categories = pgTable(
  'categories',
  {
    // Above the ids that the spec gives to the parent categories of the kinds.
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 20_001 }),
    key: text().notNull().unique(),
    kind: text().$type<SupplierKind>().notNull(),
    parentId: integer(),
    name: jsonb().$type<Words>().notNull(),
    picture: text(),
    position: integer().notNull()
  },
  (table) => [index('categories_kind').on(table.kind, table.position)]
)

export const brands = pgTable('brands', {
  id: serial().primaryKey(),
  key: text().notNull().unique(),
  name: jsonb().$type<Words>().notNull(),
  active: boolean().notNull().default(true)
})

export const suppliers = pgTable(
  'suppliers',
  {
    id: integer().primaryKey(),
    alias: text().notNull().unique(),
    kind: text().$type<SupplierKind>().notNull(),
    name: jsonb().$type<Words>().notNull(),
    description: jsonb().$type<Words>().notNull(),
    pictures: jsonb().$type<string[]>().notNull(),
    hue: smallint().notNull(),
    taxId: text().notNull(),
    isNew: boolean().notNull().default(false),
    ratingAverage: real(),
    ratingCount: integer().notNull().default(0),
    preparationMinutes: integer().notNull(),
    minimum: integer().notNull(),
    packing: integer().notNull(),
    /** Of goods, in hundredths of a percent. */
    commission: integer().notNull().default(0),
    paperBag: boolean().notNull().default(false),
    refuses: jsonb().$type<string[]>().notNull(),
    /** Of its goods, points pay only those with the label use_points. */
    pointsLabelled: boolean().notNull().default(false),
    /** Per cent of its best offer; 0 without any. */
    maxDiscount: smallint().notNull().default(0),
    city: text().notNull(),
    overload: jsonb().$type<Overload>(),
    /** How its services are booked; null: they are ordered, as goods are. */
    bookings: jsonb().$type<BookingRules>(),
    /** Its goods are tickets; null: they are not. */
    admissions: jsonb().$type<AdmissionRules>(),
    searchText: text().notNull().default(''),
    position: integer().notNull(),
    contentHash: text().notNull().default(''),
    /** Set when the supplier is missing in an import; the row stays for orders and baskets. */
    withdrawnAt: timestamp({ withTimezone: true })
  },
  (table) => [index('suppliers_kind').on(table.kind, table.position)]
)

export const branches = pgTable(
  'branches',
  {
    id: integer().primaryKey(),
    supplierId: integer()
      .notNull()
      .references(() => suppliers.id),
    city: text().notNull(),
    address: jsonb().$type<Words>().notNull(),
    lat: doublePrecision().notNull(),
    lng: doublePrecision().notNull(),
    phone: text().notNull(),
    hours: jsonb().$type<string[][]>().notNull(),
    exceptions: jsonb().$type<HoursException[]>().notNull(),
    zones: jsonb().$type<ZoneRow[]>().notNull(),
    /** Orders can be fetched here. */
    pickup: boolean().notNull().default(false),
    position: integer().notNull(),
    withdrawnAt: timestamp({ withTimezone: true })
  },
  (table) => [index('branches_supplier').on(table.supplierId)]
)

export const supplierCategories = pgTable(
  'supplier_categories',
  {
    supplierId: integer()
      .notNull()
      .references(() => suppliers.id),
    categoryId: integer()
      .notNull()
      .references(() => categories.id),
    position: integer().notNull()
  },
  (table) => [primaryKey({ columns: [table.supplierId, table.categoryId] }), index('supplier_categories_category').on(table.categoryId)]
)

export const departments = pgTable(
  'departments',
  {
    id: serial().primaryKey(),
    supplierId: integer()
      .notNull()
      .references(() => suppliers.id),
    key: text().notNull(),
    name: jsonb().$type<Words>().notNull(),
    /** Key of the category of all its products, if they have one. */
    category: text(),
    position: integer().notNull(),
    withdrawnAt: timestamp({ withTimezone: true })
  },
  (table) => [uniqueIndex('departments_key').on(table.supplierId, table.key), unique('departments_supplier').on(table.supplierId, table.id)]
)

export const optionGroups = pgTable(
  'option_groups',
  {
    id: serial().primaryKey(),
    supplierId: integer()
      .notNull()
      .references(() => suppliers.id),
    key: text().notNull(),
    name: jsonb().$type<Words>().notNull(),
    type: text().$type<SelectorType>().notNull(),
    min: smallint().notNull(),
    max: smallint().notNull()
  },
  (table) => [uniqueIndex('option_groups_key').on(table.supplierId, table.key)]
)

export const optionValues = pgTable(
  'option_values',
  {
    id: serial().primaryKey(),
    groupId: integer()
      .notNull()
      .references(() => optionGroups.id),
    key: text().notNull(),
    name: jsonb().$type<Words>().notNull(),
    price: integer().notNull(),
    position: integer().notNull(),
    /** Shown, but cannot be chosen. */
    soldOut: boolean().notNull().default(false),
    withdrawnAt: timestamp({ withTimezone: true })
  },
  (table) => [uniqueIndex('option_values_key').on(table.groupId, table.key)]
)

/** Amounts in hundredths of a dram; stock and minimum in pieces, or hundredths of a kilogram for unit 2. */
export const products = pgTable(
  'products',
  {
    id: serial().primaryKey(),
    supplierId: integer().notNull(),
    code: text().notNull(),
    departmentId: integer().notNull(),
    name: jsonb().$type<Words>().notNull(),
    description: jsonb().$type<Words>(),
    basePrice: integer().notNull(),
    price: integer().notNull(),
    discount: smallint().notNull().default(0),
    unitId: smallint().notNull(),
    minimum: integer().notNull().default(1),
    /** null: not counted. Never below zero. */
    stock: integer(),
    /** The stock cell of the last import: the next one sets `stock` only when the cell differs from this. */
    importedStock: integer(),
    labels: jsonb().$type<ProductLabel[]>().notNull(),
    brandId: integer().references(() => brands.id),
    country: text(),
    adult: boolean().notNull().default(false),
    picture: text().notNull(),
    /** All pictures, the first is `picture`; null when there is only that one. */
    pictures: jsonb().$type<string[]>(),
    optionGroupIds: jsonb().$type<number[]>().notNull(),
    /** Keys of properties. */
    properties: jsonb().$type<string[]>().notNull().default([]),
    content: jsonb().$type<Content>(),
    /** Codes of the supplier's products that are given with it. */
    gifts: jsonb().$type<string[]>().notNull().default([]),
    /** Lower prices for who buys more; null: there are none. */
    tiers: jsonb().$type<Tier[]>(),
    /** The ticket is for then; null: for any day, or it is none. */
    admissionAt: timestamp({ withTimezone: true }),
    position: integer().notNull(),
    /** Rank among the supplier's products, best discount first: lists across suppliers show the first of each, then the second. */
    turn: integer().notNull().default(0),
    searchText: text().notNull().default(''),
    contentHash: text().notNull().default(''),
    withdrawnAt: timestamp({ withTimezone: true })
  },
  (table) => [
    // One constraint for both: the department exists, and it is the supplier's.
    foreignKey({
      name: 'products_department',
      columns: [table.supplierId, table.departmentId],
      foreignColumns: [departments.supplierId, departments.id]
    }),
    uniqueIndex('products_code').on(table.supplierId, table.code),
    index('products_menu').on(table.supplierId, table.departmentId, table.position),
    index('products_admission')
      .on(table.admissionAt)
      .where(sql`admission_at is not null`),
    index('products_turn')
      .on(table.turn, table.discount.desc(), table.id)
      .where(sql`withdrawn_at is null`),
    // Lists by label, in the same order; partial, because few products have labels.
    index('products_labelled')
      .on(table.turn, table.discount.desc(), table.id)
      .where(sql`withdrawn_at is null and labels <> '[]'::jsonb`)
  ]
)
