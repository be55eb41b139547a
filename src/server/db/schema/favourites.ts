import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, serial, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { products, suppliers } from './catalogue.ts'
import { users } from './people.ts'

/** A favourite supplier or product of a user: exactly one of the two. */
export const favourites = pgTable(
  'favourites',
  {
    id: serial().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    supplierId: integer().references(() => suppliers.id),
    productId: integer().references(() => products.id),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow()
  },
  (table) => [
    uniqueIndex('favourites_supplier').on(table.userId, table.supplierId),
    uniqueIndex('favourites_product').on(table.userId, table.productId),
    index('favourites_newest').on(table.userId, table.createdAt.desc(), table.id.desc()),
    check('favourites_one', sql`num_nonnulls(supplier_id, product_id) = 1`)
  ]
)
