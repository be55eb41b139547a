import { cpus } from 'node:os'
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
