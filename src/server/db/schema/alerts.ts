import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, serial, smallint, timestamp, unique } from 'drizzle-orm/pg-core'
import type { Channel } from '#domain/notifications.ts'
import { products, suppliers } from './catalogue.ts'
import { users } from './people.ts'

const at = () => timestamp({ withTimezone: true })

/** Something that a user wants to be told of once: a product (with its supplier), a supplier, or a window of its bookings. */
export const alerts = pgTable(
  'alerts',
  {
    id: serial().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    supplierId: integer()
      .notNull()
      .references(() => suppliers.id),
    productId: integer().references(() => products.id),
    windowFrom: at(),
    windowTo: at(),
    channel: smallint().$type<Channel>().notNull(),
    createdAt: at().notNull(),
    expiresAt: at().notNull(),
    /** null: it waits. Kept for a while, to count who was told lately. */
    toldAt: at()
  },
  (table) => [
    unique('alerts_once').on(table.userId, table.supplierId, table.productId, table.windowFrom).nullsNotDistinct(),
    index('alerts_target').on(table.supplierId, table.productId, table.windowFrom, table.createdAt, table.id),
    check('alerts_window', sql`(window_from is null) = (window_to is null) and num_nonnulls(product_id, window_from) <= 1`)
  ]
)
