import type { Kernel } from '#server/kernel.ts'
import { shiftWaits } from '#server/services/core/shift-waits.ts'
import type { Task } from './tasks.ts'

/** What a clock is corrected by without a step of its own is less. */
const LEAST_MS = 30_000
const SECOND = 1_000

/** Notices that the clock of the machine was set back, and lets nothing wait for it. `monotonic`: milliseconds that are never set. */
export const followClock = (kernel: Kernel, monotonic: () => number = () => performance.now()): Task => {
  let ahead = kernel.now() - monotonic()
  return {
    name: 'follow the clock',
    everyMs: SECOND,
    run: async (ctx) => {
      const now = ctx.now() - monotonic()
      const back = ahead - now
      if (back >= LEAST_MS) {
        await shiftWaits(ctx, back)
        kernel.log('info', `the clock was set back by ${Math.round(back / SECOND)} s; what waited for a time waits no longer than before`)
      }
      // After a failure the next turn does it.
      ahead = now
    }
  }
}
