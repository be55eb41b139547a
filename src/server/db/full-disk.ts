import { isDiskFull, isFolderFull } from './data-folder.ts'

/** A failure counts for so long: a server's disk cannot be measured from here, and some calls still need no space. */
const COUNTS_MS = 5_000

/** Knows whether the database has space to write. */
export interface FullDisk {
  /** Called with every failure that nobody foresaw. */
  report(cause: unknown): void
  isFull(): boolean
}

/** `folder`: that of the embedded database, whose disk is measured too; null for a server. */
export const createFullDisk = (folder: string | null, now: () => number = () => performance.now()): FullDisk => {
  let fullUntil = -Infinity
  return {
    report: (cause) => {
      if (isDiskFull(cause)) fullUntil = now() + COUNTS_MS
    },
    isFull: () => now() < fullUntil || (folder !== null && isFolderFull(folder))
  }
}
