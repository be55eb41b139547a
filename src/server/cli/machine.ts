import { statfsSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

const SAMPLE_MS = 1000
/** Share of all processors' time. */
const MAX_BUSY = 0.2

const totals = (): { busy: number; all: number } =>
  cpus().reduce(
    ({ busy, all }, { times: { user, nice, sys, idle, irq } }) => {
      const work = user + nice + sys + irq
      return { busy: busy + work, all: all + work + idle }
    },
    { busy: 0, all: 0 }
  )

/** Waits until the machine does almost nothing for a second, for at most `limitMs`; resolves with whether it does. */
export const waitUntilQuiet = async (limitMs: number): Promise<boolean> => {
  const deadline = performance.now() + limitMs
  while (performance.now() < deadline) {
    const before = totals()
    await wait(SAMPLE_MS)
    const after = totals()
    if ((after.busy - before.busy) / Math.max(after.all - before.all, 1) <= MAX_BUSY) return true
  }
  return false
}

const SHARED_MEMORY = '/dev/shm'
const TMPFS = 0x01021994
const GB = 1024 ** 3
/** What a whole run writes at most, and what it needs beside that to run. */
const LEAST_SPACE = 4 * GB
const LEAST_MEMORY = 10 * GB

/**
 * Folder in memory for what tests write, where the machine has one with enough room; else the folder for temporary files. `TMPDIR` is used
 * when somebody set it. A database is copied there in a tenth of the time, and tests need no file after a power cut.
 */
export const memoryFolder = (): string => {
  if (process.env.TMPDIR) return tmpdir()
  try {
    const { type, bavail, bsize } = statfsSync(SHARED_MEMORY)
    if (type === TMPFS && bavail * bsize >= LEAST_SPACE && process.availableMemory() >= LEAST_MEMORY) return SHARED_MEMORY
  } catch {
    // Not every system has one.
  }
  return tmpdir()
}
