import { bigint, index, integer, jsonb, pgTable, serial, smallint, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { UnitId } from '#domain/enums.ts'
import type { Words } from '#domain/locale.ts'
import type { ReplacementState } from '#domain/orders/replacement.ts'
import { products } from './catalogue.ts'
import { orderItems, orders } from './trade.ts'

const at = () => timestamp({ withTimezone: true })
/** Hundredths of a dram. */
const amount = () => bigint({ mode: 'number' })

/** What suppliers offered instead of lines that had run out, as it was when they did. */
export const orderReplacements = pgTable(
  'order_replacements',
  {
    id: serial().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    itemId: integer()
      .notNull()
      .references(() => orderItems.id),
    productId: integer()
      .notNull()
      .references(() => products.id),
    name: jsonb().$type<Words>().notNull(),
    picture: text().notNull(),
    unitId: smallint().$type<UnitId>().notNull(),
    quantity: integer().notNull(),
    unitPrice: amount().notNull(),
    /** What it costs as it is sold; the person pays at most what the line cost. */
    price: amount().notNull(),
    /** How much less the order costs with it. */
    less: amount().notNull(),
    /** What the supplier says of it, in its own words. */
    note: text().notNull().default(''),
    state: text().$type<ReplacementState>().notNull().default('open'),
    answerBefore: at().notNull(),
    answeredAt: at(),
    createdAt: at().notNull()
  },
  (table) => [
    index('order_replacements_order').on(table.orderId),
    uniqueIndex('order_replacements_open')
      .on(table.itemId)
      .where(sql`state = 'open'`),
    index('order_replacements_due')
      .on(table.answerBefore)
      .where(sql`state = 'open'`)
  ]
)
