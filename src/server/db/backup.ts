import { cpSync, constants, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { NOT_DATABASE } from './data-folder.ts'
import { MigrationRefused } from './migrations.ts'

const MAX_BACKUPS = 3
/** Suffix of an incomplete copy, so that a killed start leaves no backup that looks complete. */
const PARTIAL = '.partial'
const MEGABYTE = 1_000_000

const entriesOf = (folder: string): string[] => readdirSync(folder).filter((name) => !NOT_DATABASE.has(name))

const sizeOf = (folder: string): number =>
  entriesOf(folder)
    .flatMap((name) => {
      const path = join(folder, name)
      if (!statSync(path).isDirectory()) return [statSync(path).size]
      return readdirSync(path, { recursive: true, encoding: 'utf8' }).map((inner) => statSync(join(path, inner)).size)
    })
    .reduce((sum, size) => sum + size, 0)

const freeBytesAt = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/**
 * Copies the embedded database, which must be closed, to `backups/<time>-before-<tag>` in its folder and returns the copy's path.
 * Keeps the last three, one per migration. Throws MigrationRefused when the disk is too full.
 */
export const backUpFolder = (folder: string, tag: string, { now = new Date(), freeBytes = freeBytesAt } = {}): string => {
  const backups = join(folder, 'backups')
  mkdirSync(backups, { recursive: true })
  for (const name of readdirSync(backups)) if (name.endsWith(PARTIAL)) rmSync(join(backups, name), { recursive: true })
  const [needed, free] = [sizeOf(folder), freeBytes(backups)]
  if (free < needed)
    throw new MigrationRefused(
      `The backup before migration ${tag} needs ${Math.ceil(needed / MEGABYTE)} MB of disk, and ${Math.floor(free / MEGABYTE)} MB ` +
        `are free at ${backups}. Free some, or move DATA_DIR to a larger disk; nothing was changed.`
    )
  const target = join(backups, `${now.toISOString().slice(0, 19).replaceAll(':', '-')}-before-${tag}`)
  for (const name of entriesOf(folder))
    cpSync(join(folder, name), join(`${target}${PARTIAL}`, name), { recursive: true, mode: constants.COPYFILE_FICLONE })
  if (existsSync(target)) rmSync(target, { recursive: true })
  renameSync(`${target}${PARTIAL}`, target)
  const older = readdirSync(backups).filter((name) => join(backups, name) !== target)
  const same = older.filter((name) => name.endsWith(`-before-${tag}`))
  const others = older.filter((name) => !same.includes(name)).sort()
  for (const name of [...same, ...others.slice(0, Math.max(0, others.length - MAX_BACKUPS + 1))])
    rmSync(join(backups, name), { recursive: true })
  return target
}
