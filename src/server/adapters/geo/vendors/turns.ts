import { setTimeout } from 'node:timers/promises'
import { Busy } from '../ask.ts'

/** Returns a function that starts work at most once per `spacingMs`; throws Busy when the wait would exceed `maxWaitMs`. */
export const createPacer = (spacingMs: number, maxWaitMs: number) => {
  let next = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const now = performance.now()
    const begin = Math.max(now, next)
    if (begin - now > maxWaitMs) throw new Busy('too many questions at once')
    next = begin + spacingMs
    // Timers may fire a little early.
    for (let left = begin - now; left > 0; left = begin - performance.now()) await setTimeout(Math.ceil(left))
    return work()
  }
}
