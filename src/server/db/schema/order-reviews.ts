import { index, integer, jsonb, pgTable, serial, smallint, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ReviewAnswers } from '#domain/reviews/answers.ts'
import type { Locale } from '#domain/locale.ts'
import { suppliers } from './catalogue.ts'
import { users } from './people.ts'
import { orders } from './trade.ts'

/** How a person found what one supplier made of an order; once each. */
export const orderReviews = pgTable(
  'order_reviews',
  {
    id: serial().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    supplierId: integer()
      .notNull()
      .references(() => suppliers.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** 1 to 5: the mean of the answers, rounded. */
    stars: smallint().notNull(),
    answers: jsonb().$type<ReviewAnswers>().notNull(),
    comment: text().notNull().default(''),
    locale: text().$type<Locale>().notNull(),
    /** First name when it was written. */
    author: text().notNull(),
    /** What the supplier answered. */
    answer: text().notNull().default(''),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow()
  },
  (table) => [
    uniqueIndex('order_reviews_once').on(table.orderId, table.supplierId),
    index('order_reviews_supplier').on(table.supplierId, table.createdAt.desc())
  ]
)

/** Ratings of real orders by supplier, which are added to the imported ones. */
export const supplierRatings = pgTable('supplier_ratings', {
  supplierId: integer()
    .primaryKey()
    .references(() => suppliers.id),
  count: integer().notNull(),
  /** Sum of their stars. */
  stars: integer().notNull()
})
