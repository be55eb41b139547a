import { randomBytes } from 'node:crypto'
import { cpSync } from 'node:fs'
import { inject } from 'vitest'
import { createDatabaseAt, FILLED_DATABASE, NO_POSTGRES } from './local-postgres.ts'
import { newDataDir } from './shop-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folders of PGlite to be copied: `blank` has no tables, `filled` has the test market. */
    dataFolders: { blank: string; filled: string }
  }
}

/** A data folder of its own: with the test market, as after a first start, or without tables. */
export const copyDataFolder = (state: 'filled' | 'blank' = 'filled'): string => {
  const folder = newDataDir()
  cpSync(inject('dataFolders')[state], folder, { recursive: true })
  return folder
}

/** Address of the server that all files of a run share. */
export const sharedServer = (): string => {
  const server = inject('postgresUrl')
  if (!server) throw new Error(NO_POSTGRES)
  return server
}

/** Address of a database of its own on the shared server: with the test market, as after a first start, or without tables. */
export const copyDatabase = (state: 'filled' | 'blank' = 'filled'): Promise<string> =>
  createDatabaseAt(sharedServer(), `shuka_test_${randomBytes(6).toString('hex')}`, state === 'filled' ? FILLED_DATABASE : 'template1')

/** The name of the database in an address. */
export const databaseIn = (url: string): string => new URL(url).pathname.slice(1)
