import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { BlockSize } from '#domain/home.ts'

/**
 * Blocks of the home page and of section heads, from home.yaml of the market; gift occasions are rows of the section `find-gift`.
 * The shape of `content` depends on the type (services/home/block-content.ts).
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
