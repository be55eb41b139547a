import {
  bigint,
  bigserial,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  serial,
  smallint,
  text,
  timestamp,
  uniqueIndex
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { BasketType, ItemModus, OrderMode, PaymentMethodId, UnitId } from '#domain/enums.ts'
import type { OrderStatus } from '#domain/order-status.ts'
import type { Words } from '#domain/locale.ts'
import { branches, products, suppliers } from './catalogue.ts'
import { users } from './people.ts'

const at = () => timestamp({ withTimezone: true })
/** Hundredths of a dram. */
const amount = () => bigint({ mode: 'number' })

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

/** Copy of the address at the time of the order; entrance to door code are for the courier. */
export interface OrderAddress {
  title: string
  line: string
  city: string
  lat: number
  lng: number
  entrance: string
  floor: number
  apartment: string
  doorCode: string
  comment: string
  phone: string
}
export interface StatusStep {
  status: OrderStatus
  at: string
}

/** Order numbers as people read them out to a courier: digits, never reused. */
export const orderNumbers = pgSequence('order_numbers', { startWith: 100_001 })

/** Amounts in hundredths of a dram, fixed when the order was placed. */
export const orders = pgTable(
  'orders',
  {
    id: serial().primaryKey(),
    number: text()
      .notNull()
      .unique()
      .default(sql`nextval('order_numbers')::text`),
    userId: integer()
      .notNull()
      .references(() => users.id),
    groupOrderId: integer().references(() => groupOrders.id),
    basketId: integer().notNull(),
    status: smallint().$type<OrderStatus>().notNull(),
    steps: jsonb().$type<StatusStep[]>().notNull(),
    orderMode: smallint().$type<OrderMode>().notNull().default(1),
    paymentId: smallint().$type<PaymentMethodId>().notNull(),
    /** Until when an unpaid order is reserved. */
    payBefore: at(),
    paidAt: at(),
    refundedAt: at(),
    address: jsonb().$type<OrderAddress>().notNull(),
    deliveryNow: boolean().notNull(),
    deliveryFrom: at().notNull(),
    deliveryTo: at().notNull(),
    customerComment: text().notNull().default(''),
    cutlery: boolean().notNull().default(false),
    isGift: boolean().notNull().default(false),
    pickupCode: text(),
    basePrice: amount().notNull(),
    discount: amount().notNull(),
    itemsPrice: amount().notNull(),
    packingPrice: amount().notNull(),
    deliveryPrice: amount().notNull(),
    serviceFee: amount().notNull(),
    total: amount().notNull(),
    /** Time of the demo autopilot's next step; null without one. */
    nextStepAt: at(),
    createdAt: at().notNull().defaultNow()
  },
  (table) => [
    index('orders_user').on(table.userId, table.id.desc()),
    index('orders_next_step')
      .on(table.nextStepAt)
      .where(sql`next_step_at is not null`),
    index('orders_pay_before')
      .on(table.payBefore)
      .where(sql`pay_before is not null`)
  ]
)

/** Parts of an order, one per supplier, each with its own status. */
export const orderParts = pgTable(
  'order_parts',
  {
    id: serial().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    supplierId: integer()
      .notNull()
      .references(() => suppliers.id),
    branchId: integer()
      .notNull()
      .references(() => branches.id),
    status: smallint().$type<OrderStatus>().notNull(),
    itemsPrice: amount().notNull(),
    packingPrice: amount().notNull(),
    deliveryPrice: amount().notNull()
  },
  (table) => [uniqueIndex('order_parts_supplier').on(table.orderId, table.supplierId)]
)

export interface ChosenOption {
  id: number
  group: Words
  name: Words
  price: number
}

export const orderItems = pgTable(
  'order_items',
  {
    id: serial().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    partId: integer()
      .notNull()
      .references(() => orderParts.id),
    productId: integer()
      .notNull()
      .references(() => products.id),
    modus: smallint().$type<ItemModus>().notNull().default(0),
    name: jsonb().$type<Words>().notNull(),
    picture: text().notNull(),
    unitId: smallint().$type<UnitId>().notNull(),
    quantity: integer().notNull(),
    unitPrice: amount().notNull(),
    baseUnitPrice: amount().notNull(),
    totalPrice: amount().notNull(),
    options: jsonb().$type<ChosenOption[]>().notNull(),
    /** Whether stock was reserved, so that a cancelled order returns it once. */
    stockTaken: boolean().notNull().default(false),
    userId: integer()
  },
  (table) => [index('order_items_order').on(table.orderId)]
)

/** Keys of calls that move money; inserted first, in the transaction of the effect. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    key: text().primaryKey(),
    requestHash: text().notNull(),
    orderId: integer(),
    createdAt: at().notNull().defaultNow()
  },
  (table) => [index('idempotency_created').on(table.createdAt)]
)

/** Events of orders and of the catalogue, in order (transactional outbox): read by streams and jobs. */
export const events = pgTable(
  'events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    kind: text().notNull(),
    userId: integer(),
    orderId: integer(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: at().notNull().defaultNow(),
    /** When the relay has processed it, or given it up. */
    handledAt: at(),
    /** Failed attempts of the relay, when it tries again, and why the last one failed (no personal data). */
    attempts: smallint().notNull().default(0),
    retryAt: at(),
    reason: text().notNull().default(''),
    /** Set when it was given up; it then waits for an operator. */
    failedAt: at()
  },
  (table) => [
    index('events_user').on(table.userId, table.id),
    index('events_unhandled')
      .on(table.orderId, table.id)
      .where(sql`handled_at is null`),
    index('events_failed')
      .on(table.id)
      .where(sql`failed_at is not null`),
    index('events_catalogue')
      .on(table.id)
      .where(sql`kind = 'catalogue.changed'`)
  ]
)

/** Imports of markets, newest last. */
export const marketImports = pgTable('market_imports', {
  id: serial().primaryKey(),
  contentHash: text().notNull(),
  /** `demo` or the folder: a start re-imports only the market that it would have imported itself. */
  source: text().notNull(),
  suppliers: integer().notNull(),
  products: integer().notNull(),
  finishedOn: date().notNull().defaultNow(),
  createdAt: at().notNull().defaultNow()
})
