import type { ReadDb } from '#server/db/reader.ts'
import type { Directory } from './directory.ts'
import { readShelves } from './product-lists.ts'

/** Reads what lists of goods need before somebody asks. Rejects when it cannot: whoever asks then reads it. */
export const warmGoods = async (db: ReadDb, directory: Directory): Promise<void> => {
  const market = await directory.read()
  await readShelves(db, market, market.suppliers)
}
