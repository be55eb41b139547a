import { sql } from 'drizzle-orm'
import { slot } from '#server/cache.ts'
import type { ReadDb } from '#server/db/reader.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { Directory, DirectorySupplier } from './directory.ts'

/** A page of a menu as text, with a gap wherever the stock of counted goods belongs: between every two pieces. */
export interface MenuText {
  supplier: DirectorySupplier
  pieces: readonly Uint8Array[]
  /** Products whose stock fills the gaps, in their order. */
  counted: readonly number[]
  bytes: number
}

/** Memory for the texts of one process. */
const MAX_BYTES = 24_000_000
const TEXTS = slot<{ texts: Map<string, MenuText>; bytes: number }>('texts of menus')

/** The text of a page from memory, or made now; the ones not asked for longest give way. It holds for as long as the supplier is the same. */
export const menuText = async (
  directory: Directory,
  key: string,
  supplier: DirectorySupplier,
  make: () => Promise<Omit<MenuText, 'bytes' | 'supplier'>>
): Promise<MenuText> => {
  const cache = directory.cache.get(TEXTS, () => ({ texts: new Map<string, MenuText>(), bytes: 0 }))
  const { texts } = cache
  const cached = texts.get(key)
  if (cached) texts.delete(key)
  if (cached?.supplier === supplier) {
    texts.set(key, cached)
    return cached
  }
  const rendered = await make()
  const text = { ...rendered, supplier, bytes: rendered.pieces.reduce((sum, { length }) => sum + length, 0) }
  let size = cache.bytes - (cached?.bytes ?? 0) - (texts.get(key)?.bytes ?? 0) + text.bytes
  texts.delete(key)
  texts.set(key, text)
  for (const [oldest, { bytes }] of texts) {
    if (size <= MAX_BYTES) break
    texts.delete(oldest)
    size -= bytes
  }
  cache.bytes = size
  return text
}

/** Fills the gaps with what there is in this moment: one trip, none where nothing is counted. */
export const fillStock = async (db: ReadDb, { pieces, counted }: MenuText): Promise<(Uint8Array | string)[]> => {
  if (counted.length === 0) return [...pieces]
  const [row] = await rowsOf<{ stock: string }>(
    db,
    sql`select string_agg(coalesce(p.stock::text, 'null'), ',' order by w.n) as stock
      from unnest(${sql.param(counted)}::int[]) with ordinality w (id, n) left join products p on p.id = w.id`
  )
  const stock = row?.stock.split(',') ?? []
  const parts: (Uint8Array | string)[] = []
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) parts.push(stock[index - 1] ?? 'null')
    parts.push(piece)
  }
  return parts
}
