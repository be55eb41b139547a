import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ClaimReason, ClaimState, RefundAs } from '#domain/orders/claims.ts'
import type { Locale } from '#domain/locale.ts'
import { bytes } from '#server/db/bytes.ts'
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
    /** Photos of the message, which its other claims name too. */
    photos: integer().array().notNull().default([]),
    refundAs: text().$type<RefundAs>().notNull().default('money'),
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

/** Photos of what was wrong, re-encoded as WebP. One that was not sent with a claim is deleted after a day. */
export const claimPhotos = pgTable(
  'claim_photos',
  {
    id: serial().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    image: bytes().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    sentAt: timestamp({ withTimezone: true })
  },
  (table) => [
    index('claim_photos_order').on(table.orderId),
    index('claim_photos_unsent')
      .on(table.createdAt)
      .where(sql`sent_at is null`)
  ]
)
