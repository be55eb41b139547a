import { existsSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder } from './private-folder.ts'
import { rootCause } from './server-away.ts'

/** Entries of the data folder that are not the database; a disk of its own has lost+found. */
export const NOT_DATABASE: ReadonlySet<string> = new Set([
  'at-work',
  'backups',
  'first-start',
  'known-database',
  'lock',
  'lost+found',
  'pictures',
  'simulators'
])
/** Marks a folder whose first start has not finished: its database holds nothing yet. */
const UNFINISHED = 'first-start'
/** Every database of PostgreSQL has it. */
const VERSION_FILE = 'PG_VERSION'

const MEGABYTE = 1_000_000
/** Below this PostgreSQL cannot write its next log segment of 16 MB. */
const MIN_FREE_BYTES = 20 * MEGABYTE
/** A new database with the demo market, and room to grow. */
const ADVISED_MB = 200
/** ENOSPC as WebAssembly names it. */
const WASM_ENOSPC = 51

/** Thrown when the folder of the embedded database cannot be used; the message names it, the reason and the cure. */
export class FolderRefused extends Error {
  override name = 'FolderRefused'
}

const freeBytesAt = (folder: string): number => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    // Unknown, as for a folder that is not there yet.
    return Infinity
  }
}

/** Whether an error says that no space is left; on either engine, and for files beside the database. */
export const isDiskFull = (cause: unknown): boolean => {
  const root = rootCause(cause)
  if (typeof root !== 'object' || root === null) return false
  const { code, errno } = root as { code?: unknown; errno?: unknown }
  return code === '53100' || code === 'ENOSPC' || errno === WASM_ENOSPC
}

/** Whether the folder's disk is too full for the database to go on. */
export const isFolderFull = (folder: string, freeBytes = freeBytesAt): boolean => freeBytes(folder) < MIN_FREE_BYTES

/** Throws FolderRefused when a database would be made among files that are not the shop's. Changes nothing. */
export const refuseForeignFolder = (folder: string): void => {
  if (!existsSync(folder) || existsSync(join(folder, VERSION_FILE)) || existsSync(join(folder, UNFINISHED))) return
  const foreign = readdirSync(folder).filter((name) => !NOT_DATABASE.has(name))
  if (foreign.length === 0) return
  const isDatabase = foreign.includes('base') && foreign.includes('global')
  throw isDatabase
    ? damaged(folder, `its file ${VERSION_FILE} is missing`)
    : new FolderRefused(
        `DATA_DIR ${folder} has files that are not this shop's (${foreign.slice(0, 3).join(', ')}${foreign.length > 3 ? ', …' : ''}). ` +
          'Nothing was written there. Set DATA_DIR to a new or empty folder.'
      )
}

const damaged = (folder: string, reason: string): FolderRefused =>
  new FolderRefused(
    `The database in DATA_DIR ${folder} is damaged and cannot be opened (${reason}). Nothing was deleted. ` +
      `Restore a backup, such as the newest in ${join(folder, 'backups')} (src/server/README.md, "Upgrades"), ` +
      'or set DATA_DIR to a new folder to start with an empty shop.'
  )

/** Prepares a folder for PGlite: remains of a first start that was broken off are removed. Returns a function for when it has finished. */
export const prepareFolder = (folder: string): (() => void) => {
  refuseForeignFolder(folder)
  const mark = join(folder, UNFINISHED)
  try {
    makePrivateFolder(folder)
    if (existsSync(mark))
      for (const name of readdirSync(folder)) if (!NOT_DATABASE.has(name)) rmSync(join(folder, name), { recursive: true, force: true })
    if (!existsSync(join(folder, VERSION_FILE))) writeFileSync(mark, '')
  } catch (cause) {
    throw folderRefusal(folder, cause)
  }
  return () => rmSync(mark, { force: true })
}

/** Explains why PGlite did not open a folder. */
export const folderRefusal = (folder: string, cause: unknown, freeBytes = freeBytesAt): unknown => {
  if (isDiskFull(cause) || isFolderFull(folder, freeBytes))
    return new FolderRefused(
      `The disk of DATA_DIR ${folder} is full (${Math.floor(freeBytes(folder) / MEGABYTE)} MB are free). ` +
        `Free ${ADVISED_MB} MB there, or set DATA_DIR to a folder on a larger disk; then start again. What was stored is still there.`
    )
  const { code } = cause as { code?: unknown }
  // A file error of Node, such as a folder that may not be written.
  if (typeof code === 'string') return cause
  return damaged(folder, cause instanceof Error ? cause.message : 'it does not open')
}
