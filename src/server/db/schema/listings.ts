import { boolean, index, integer, jsonb, pgTable, serial, smallint, text } from 'drizzle-orm/pg-core'
import type { Words } from '#domain/locale.ts'
import type { SupplierKind } from '#domain/enums.ts'

/** Properties of products for filters, in groups: vegan and sugar-free are values of "diet". */
export const properties = pgTable('properties', {
  id: serial().primaryKey(),
  key: text().notNull().unique(),
  groupKey: text().notNull(),
  groupName: jsonb().$type<Words>().notNull(),
  name: jsonb().$type<Words>().notNull(),
  position: integer().notNull()
})

/** Rule of a catalog: products that match all fields; within a list one key is enough. */
export interface CatalogRule {
  categories: string[]
  brands: string[]
  countries: string[]
  properties: string[]
  discounted: boolean
}

/** Catalogs of the editors, by a rule instead of a list, so that new products are in them at once. */
export const catalogs = pgTable(
  'catalogs',
  {
    id: serial().primaryKey(),
    key: text().notNull().unique(),
    /** null: of all kinds. */
    kind: text().$type<SupplierKind>(),
    name: jsonb().$type<Words>().notNull(),
    picture: text().notNull(),
    hue: smallint().notNull(),
    rule: jsonb().$type<CatalogRule>().notNull(),
    position: integer().notNull(),
    active: boolean().notNull().default(true)
  },
  (table) => [index('catalogs_kind').on(table.kind, table.position)]
)
