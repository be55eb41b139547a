import { index, integer, jsonb, pgTable, serial, smallint, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { BasketType, OrderMode } from '#domain/enums.ts'
import { products, suppliers } from './catalogue.ts'
import { users } from './people.ts'

const at = () => timestamp({ withTimezone: true })

/** Group orders; personal baskets have none. Not written by any service yet. */
export const groupOrders = pgTable('group_orders', {
  id: serial().primaryKey(),
  hash: text().notNull().unique(),
  initiatorId: integer()
    .notNull()
    .references(() => users.id),
  supplierId: integer()
    .notNull()
    .references(() => suppliers.id),
  limit: integer().notNull(),
  type: smallint().notNull(),
  status: smallint().notNull().default(0),
  createdAt: at().notNull().defaultNow()
})

/** One basket per user or anonymous id: exactly one of the two. */
export const baskets = pgTable(
  'baskets',
  {
    id: serial().primaryKey(),
    userId: integer()
      .unique()
      .references(() => users.id),
    anonymousId: text().unique(),
    groupOrderId: integer().references(() => groupOrders.id),
    type: text().$type<BasketType>().notNull().default('user'),
    version: integer().notNull().default(1),
    orderMode: smallint().$type<OrderMode>().notNull().default(1),
    branchId: integer(),
    supplierId: integer(),
    walletType: smallint().notNull().default(0),
    /** The voucher that was entered, in capitals. */
    voucherCode: text(),
    updatedAt: at().notNull().defaultNow()
  },
  (table) => [index('baskets_updated').on(table.updatedAt)]
)

/** `optionsKey` is the canonical form of the chosen value ids: one line per product and choice. */
export const basketItems = pgTable(
  'basket_items',
  {
    id: serial().primaryKey(),
    basketId: integer()
      .notNull()
      .references(() => baskets.id, { onDelete: 'cascade' }),
    productId: integer()
      .notNull()
      .references(() => products.id),
    quantity: integer().notNull(),
    optionIds: jsonb().$type<number[]>().notNull(),
    optionsKey: text().notNull(),
    userId: integer(),
    sessionId: text().notNull(),
    createdAt: at().notNull().defaultNow()
  },
  (table) => [uniqueIndex('basket_items_line').on(table.basketId, table.productId, table.optionsKey, table.sessionId)]
)
