import { boolean, date, index, integer, jsonb, pgTable, serial, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Words } from '#domain/locale.ts'
import { suppliers } from './catalogue.ts'

/** What people wrote about a supplier, as imported; code and supplier say which one it is. */
export const reviews = pgTable(
  'reviews',
  {
    id: serial().primaryKey(),
    supplierId: integer()
      .notNull()
      .references(() => suppliers.id),
    code: text().notNull(),
    writtenOn: date().notNull(),
    /** 1 to 5. */
    stars: smallint().notNull(),
    author: jsonb().$type<Words>().notNull(),
    /** In one language or several; empty: stars alone. */
    words: jsonb().$type<Partial<Words>>().notNull(),
    /** Invented, and said to be. */
    demo: boolean().notNull().default(false)
  },
  (table) => [
    uniqueIndex('reviews_code').on(table.supplierId, table.code),
    index('reviews_newest').on(table.supplierId, table.writtenOn.desc(), table.id.desc())
  ]
)
