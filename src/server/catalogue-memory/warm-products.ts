import type { ReadDb } from '#server/db/reader.ts'
import type { Directory } from './directory.ts'
import { readShelves } from './product-lists.ts'

/** Reads what lists of goods need before somebody asks. A database that is away, or goes away meanwhile, is no fault: it is read when asked for. */
export const warmGoods = async (db: ReadDb, directory: Directory): Promise<void> => {
  try {
    const market = await directory.read()
    await readShelves(db, market, market.suppliers)
  } catch {
    return
  }
}
