import { boolean, date, index, integer, jsonb, pgTable, serial, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Words } from '#domain/locale.ts'
import { suppliers } from './catalogue.ts'

/** Imported reviews of suppliers, identified by supplier and code. */
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
    /** Text in one or several languages; empty: stars only. */
    words: jsonb().$type<Partial<Words>>().notNull(),
    /** A fictitious review, shown as such. */
    demo: boolean().notNull().default(false)
  },
  (table) => [
    uniqueIndex('reviews_code').on(table.supplierId, table.code),
    index('reviews_newest').on(table.supplierId, table.writtenOn.desc(), table.id.desc())
  ]
)
