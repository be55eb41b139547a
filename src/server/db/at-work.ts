import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** File in the data folder while a process does the shop's background work. A process that is killed leaves it. */
const AT_WORK = 'at-work'

/** Marks that the work has begun. Returns whether the process before left its own mark. */
export const beginWork = (dataDir: string): boolean => {
  const mark = join(dataDir, AT_WORK)
  const left = existsSync(mark)
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(mark, String(process.pid))
  } catch {
    // A folder that cannot be written: crashes go unnoticed, and the check of the night remains.
  }
  return left
}

export const endWork = (dataDir: string): void => rmSync(join(dataDir, AT_WORK), { force: true })
