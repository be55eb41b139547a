import { sql } from 'drizzle-orm'
import type { BlockSize, BlockType } from '#domain/home.ts'
import { slot } from '#server/cache.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { BlockContents, OccasionContent } from './block-content.ts'

/** A stored block, by its type. */
export type BlockRow = {
  [T in BlockType]: { section: string; key: string; type: T; size: BlockSize; content: BlockContents[T] }
}[BlockType]
export interface OccasionRow {
  section: 'find-gift'
  key: string
  type: 'occasion'
  content: OccasionContent
}

/** Cached blocks of pages, replaced when an import changes the market. */
const BLOCKS = slot<Promise<(BlockRow | OccasionRow)[]>>('blocks of the home page')

const loadRows = async (ctx: Context): Promise<(BlockRow | OccasionRow)[]> => {
  const market = await ctx.directory.read()
  return market.cache.load(BLOCKS, () =>
    rowsOf<BlockRow | OccasionRow>(
      ctx.readDb,
      sql`select section, key, type, size, content from home_blocks order by section, position, key`
    )
  )
}

export const loadBlocks = async (ctx: Context, section: string): Promise<BlockRow[]> =>
  (await loadRows(ctx)).filter((row) => row.type !== 'occasion' && row.section === section) as BlockRow[]

export const loadOccasions = async (ctx: Context): Promise<OccasionRow[]> =>
  (await loadRows(ctx)).filter((row): row is OccasionRow => row.type === 'occasion')
