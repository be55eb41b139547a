import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '#server/db/engine.ts'
import { importMarket } from '#server/market-import/import-market.ts'
import { ROOT } from './sources.ts'

const PRODUCTS = 'suppliers/always-open/products.csv'

/** Takes in the test market with another English name for the Tolma of supplier 1. */
export const importTolmaAs = async (engine: Engine, name: string): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'shuka-changed-'))
  cpSync(join(ROOT, 'tests/support/market'), folder, { recursive: true })
  const path = join(folder, PRODUCTS)
  writeFileSync(path, readFileSync(path, 'utf8').replace(',Tolma,', `,${name},`))
  await importMarket(engine, folder)
}
