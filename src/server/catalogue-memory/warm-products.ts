import type { ReadDb } from '#server/db/reader.ts'
import type { Directory } from './directory.ts'
import { readProductLists } from './product-lists.ts'

/** Loads the product lists ahead of the first request. Rejects when it fails; the first request loads them then. */
export const warmProducts = async (db: ReadDb, directory: Directory): Promise<void> => {
  const market = await directory.read()
  await readProductLists(db, market, market.suppliers)
}
