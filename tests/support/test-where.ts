import { expect, test } from 'vitest'

/** A test of something that not every machine has: where it is missing, its title says that it was not made, and why. */
export const testWhere = (isThere: boolean, reason: string): ((title: string, run: () => Promise<void> | void) => void) =>
  isThere ? test : (title) => test(`not tested, ${reason}: ${title}`, () => expect(isThere).toBe(false))
