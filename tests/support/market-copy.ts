import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '#server/db/engine.ts'
import { importMarket, type ImportResult } from '#server/market-import/import-market.ts'
import { ROOT } from './sources.ts'

/** Changes of files of the test market, by their path below `suppliers`. */
type Changes = Readonly<Record<string, (text: string) => string>>

/** A folder with a copy of the test market, some of its files changed. */
export const copyMarket = (changes: Changes): string => {
  const folder = mkdtempSync(join(tmpdir(), 'shuka-changed-'))
  cpSync(join(ROOT, 'tests/support/market'), folder, { recursive: true })
  for (const [name, change] of Object.entries(changes)) {
    const path = join(folder, 'suppliers', name)
    writeFileSync(path, change(readFileSync(path, 'utf8')))
  }
  return folder
}

/** Takes in the test market with some of its files changed. */
export const importChanged = (engine: Engine, changes: Changes): Promise<ImportResult> => importMarket(engine, copyMarket(changes))

/** Takes in the test market with another English name for the Tolma of supplier 1. */
export const importTolmaAs = (engine: Engine, name: string): Promise<ImportResult> =>
  importChanged(engine, { 'always-open/products.csv': (text) => text.replace(',Tolma,', `,${name},`) })
