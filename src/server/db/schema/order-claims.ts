import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ClaimReason, ClaimState } from '#domain/orders/claims.ts'
import type { Locale } from '#domain/locale.ts'
import { users } from './people.ts'
import { orderItems, orders } from './trade.ts'

/** What was wrong with an order: a line once, and once that it was late. */
export const orderClaims = pgTable(
  'order_claims',
  {
    id: serial().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** null: the whole order was late. */
    itemId: integer().references(() => orderItems.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    reason: text().$type<ClaimReason>().notNull(),
    /** In the units of the line; null without a line. */
    quantity: integer(),
    comment: text().notNull().default(''),
    locale: text().$type<Locale>().notNull(),
    state: text().$type<ClaimState>().notNull().default('open'),
    /** What staff answered. */
    answer: text().notNull().default(''),
    /** Hundredths of a dram that were given back. */
    refunded: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    answeredAt: timestamp({ withTimezone: true })
  },
  (table) => [
    uniqueIndex('order_claims_once').on(table.orderId, sql`coalesce(${table.itemId}, 0)`),
    index('order_claims_open')
      .on(table.createdAt)
      .where(sql`${table.state} = 'open'`)
  ]
)
