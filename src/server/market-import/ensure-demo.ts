import { desc } from 'drizzle-orm'
import type { Engine } from '#server/db/engine.ts'
import { marketImports } from '#server/db/schema/trade.ts'
import { openFolder } from './folder.ts'
import type { ImportOptions, ImportResult } from './import-market.ts'

/**
 * Imports a market when the database has none, or an older state of the same folder. A market imported from elsewhere is left alone.
 * Returns null when there was nothing to do.
 */
export const ensureDemoMarket = async (engine: Engine, path: string, options: ImportOptions = {}): Promise<ImportResult | null> => {
  const [last] = await engine.db.select().from(marketImports).orderBy(desc(marketImports.id)).limit(1)
  if (last) {
    const folder = await openFolder(path)
    if (last.source !== folder.source || last.contentHash === folder.contentHash) return null
  }
  // Loaded only when needed: most starts import nothing.
  const { importMarket } = await import('./import-market.ts')
  return importMarket(engine, path, options)
}
