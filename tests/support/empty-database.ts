import { cpSync, readFileSync } from 'node:fs'
import { inject } from 'vitest'
import { openPglite, type Engine } from '#server/db/engine.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Today's tables without rows: a data folder of PGlite, and a file of the same. */
    emptyDatabase: { folder: string; dump: string }
  }
}

/** A database of its own in memory, with today's tables and no rows. */
export const openEmptyDatabase = (): Promise<Engine> => openPglite(null, new Blob([readFileSync(inject('emptyDatabase').dump)]))

/** Puts the same into a data folder. */
export const fillEmptyFolder = (folder: string): void => cpSync(inject('emptyDatabase').folder, folder, { recursive: true })
