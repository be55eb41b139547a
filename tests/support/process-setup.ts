import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { withoutPostgres } from '#server/cli/steps.ts'
import { openPglite, openPostgres } from '#server/db/engine.ts'
import { ensureDemoMarket } from '#server/market-import/ensure-demo.ts'
import { picturesFolder } from '#server/market-import/pictures.ts'
import { createDatabaseAt, FILLED_DATABASE, startLocalPostgres } from './local-postgres.ts'
import { freePort, TEST_MARKET } from './shop-process.ts'

/** Makes once what a first start makes: a data folder and a database with the test market. Files get copies of them. */
export default async (project: TestProject): Promise<() => void> => {
  const folder = mkdtempSync(join(tmpdir(), 'shuka-prepared-'))
  const [blank, filled] = [join(folder, 'blank'), join(folder, 'filled')]
  await (await PGlite.create({ dataDir: blank })).close()
  cpSync(blank, filled, { recursive: true })
  const engine = await openPglite(filled)
  await ensureDemoMarket(engine, TEST_MARKET, { picturesFolder: picturesFolder(filled) })
  await engine.close()
  project.provide('dataFolders', { blank, filled })

  // Without its programs the tests that need a server fail, and say what is missing.
  const postgres = withoutPostgres ? null : startLocalPostgres(await freePort())
  project.provide('postgresUrl', postgres?.url('postgres') ?? '')
  if (postgres) {
    const template = await openPostgres(await createDatabaseAt(postgres.url('postgres'), FILLED_DATABASE), 2)
    await ensureDemoMarket(template, TEST_MARKET, { picturesFolder: picturesFolder(filled) })
    await template.close()
  }
  return () => {
    postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
