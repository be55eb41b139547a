import type { ReadDb } from '#server/db/reader.ts'
import type { Directory } from './directory.ts'
import { readProductLists } from './product-lists.ts'

/** Reads what lists of goods need before somebody asks. Rejects when it cannot: whoever asks then reads it. */
export const warmProducts = async (db: ReadDb, directory: Directory): Promise<void> => {
  const market = await directory.read()
  await readProductLists(db, market, market.suppliers)
}
