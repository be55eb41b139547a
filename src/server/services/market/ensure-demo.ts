import { desc } from 'drizzle-orm'
import type { Engine } from '#server/db/engine.ts'
import { marketImports } from '#server/db/schema/trade.ts'
import { DEMO_MARKET, openFolder } from './folder.ts'
import { importMarket, type ImportOptions, type ImportResult } from './import-market.ts'

/**
 * Takes the demo market in when the database has no market yet, or holds an older demo market.
 * A market that somebody imported from elsewhere is left alone. null: there was nothing to do.
 */
export const ensureDemoMarket = async (engine: Engine, options: ImportOptions = {}): Promise<ImportResult | null> => {
  const [last] = await engine.db.select().from(marketImports).orderBy(desc(marketImports.id)).limit(1)
  if (last && last.source !== 'demo') return null
  if (last && last.contentHash === (await openFolder(DEMO_MARKET)).contentHash) return null
  return importMarket(engine, DEMO_MARKET, options)
}
