import { sql } from 'drizzle-orm'
import { slot } from '#server/cache.ts'
import type { ReadDb } from '#server/db/reader.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { Directory, DirectorySupplier } from './directory.ts'

/** A page of a menu as JSON text, cut where the stock of counted products is inserted. */
export interface MenuText {
  supplier: DirectorySupplier
  pieces: readonly Uint8Array[]
  /** Ids of the products whose stock is inserted between the pieces, in order. */
  counted: readonly number[]
  bytes: number
}

/** Bound of the cached texts of one process. */
const MAX_BYTES = 24_000_000
const TEXTS = slot<{ texts: Map<string, MenuText>; bytes: number }>('texts of menus')

/** Returns the text of a page from an LRU cache, or renders it. Valid while the supplier is the same object. */
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

/** Inserts the current stock: one query, none where nothing is counted. */
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
