import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, serial, smallint, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { BasketType, OrderMode } from '#domain/enums.ts'
import type { GroupOrderStatus, GroupOrderType } from '#domain/orders/group-order.ts'
import { products, suppliers } from './catalogue.ts'
import { addresses, users } from './people.ts'

const at = () => timestamp({ withTimezone: true })

/** Group orders. Each member fills a basket of their own (`baskets.groupOrderId`). */
export const groupOrders = pgTable(
  'group_orders',
  {
    id: serial().primaryKey(),
    /** 128 random bits: whoever has it may join. */
    hash: text().notNull().unique(),
    initiatorId: integer()
      .notNull()
      .references(() => users.id),
    supplierId: integer()
      .notNull()
      .references(() => suppliers.id),
    /** AMD that each member may choose goods for. */
    limit: integer().notNull(),
    type: smallint().$type<GroupOrderType>().notNull(),
    status: smallint().$type<GroupOrderStatus>().notNull().default(0),
    /** Since when members cannot change anything. */
    lockedAt: at(),
    /** When the list closes by itself. */
    deadline: at(),
    /** Where it is to come, and when its window begins, as the initiator said. */
    addressId: integer().references(() => addresses.id, { onDelete: 'set null' }),
    deliveryFrom: at(),
    /** When members were reminded of the deadline. */
    remindedAt: at(),
    /** Since when everybody pays the own share of its order. */
    collectingSince: at(),
    /** Cancelled because nothing changed for long. */
    expired: boolean().notNull().default(false),
    updatedAt: at().notNull().defaultNow(),
    createdAt: at().notNull().defaultNow()
  },
  (table) => [
    uniqueIndex('group_orders_open')
      .on(table.initiatorId)
      .where(sql`${table.status} = 0`),
    index('group_orders_deadline')
      .on(table.deadline)
      .where(sql`${table.status} = 0 and ${table.deadline} is not null`),
    index('group_orders_started').on(table.initiatorId, table.createdAt),
    index('group_orders_address')
      .on(table.addressId)
      .where(sql`${table.addressId} is not null`)
  ]
)

/** Who is in a group order, the initiator included. */
export const groupMembers = pgTable(
  'group_members',
  {
    id: serial().primaryKey(),
    groupOrderId: integer()
      .notNull()
      .references(() => groupOrders.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** As the others see it. */
    name: text().notNull(),
    ready: boolean().notNull().default(false),
    joinedAt: at().notNull().defaultNow()
  },
  (table) => [uniqueIndex('group_members_once').on(table.groupOrderId, table.userId), index('group_members_of').on(table.userId)]
)

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
  (table) => [
    index('baskets_updated').on(table.updatedAt),
    index('baskets_group')
      .on(table.groupOrderId)
      .where(sql`${table.groupOrderId} is not null`)
  ]
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
