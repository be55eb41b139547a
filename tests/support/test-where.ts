import { test } from 'vitest'
import { notHere } from '#server/cli/report.ts'

/** A test of something that not every machine has: where it is missing, it is left out, counted as skipped, and its title says why. */
export const testWhere = (isThere: boolean, reason: string): ((title: string, run: () => Promise<void> | void) => void) => {
  const leaveOut: (title: string, run: () => Promise<void> | void) => void = test.skip
  return isThere ? test : (title, run) => leaveOut(`${title}${notHere(reason)}`, run)
}
