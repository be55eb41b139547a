import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '#server/db/engine.ts'
import { importMarket, type ImportResult } from '#server/market-import/import-market.ts'
import { ROOT } from './sources.ts'

/** Takes in the test market with some of its files changed, by their path below `suppliers`. */
export const importChanged = (engine: Engine, changes: Readonly<Record<string, (text: string) => string>>): Promise<ImportResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'shuka-changed-'))
  cpSync(join(ROOT, 'tests/support/market'), folder, { recursive: true })
  for (const [name, change] of Object.entries(changes)) {
    const path = join(folder, 'suppliers', name)
    writeFileSync(path, change(readFileSync(path, 'utf8')))
  }
  return importMarket(engine, folder)
}
