import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { BlockSize } from '#domain/home.ts'

/**
 * Blocks of the home page and of the heads of sections, as home.yaml of the market names them; the occasions to give something are rows of
 * the section `find-gift`. `content` is what its type needs (services/home/block-content.ts).
 */
export const homeBlocks = pgTable(
  'home_blocks',
  {
    section: text().notNull(),
    key: text().notNull(),
    type: text().notNull(),
    size: text().$type<BlockSize>().notNull(),
    content: jsonb().$type<object>().notNull(),
    position: integer().notNull()
  },
  (table) => [primaryKey({ columns: [table.section, table.key] })]
)
