import { atom, onMount } from 'nanostores'
import { yerevan } from '#domain/time/yerevan-time.ts'
import { environment } from './environment.ts'

const SECOND = 1_000

/** The current time in milliseconds, updated every second while something subscribes; 0 before. */
const $clock = atom(0)
export { $clock }

onMount($clock, () => {
  let cancel = (): void => undefined
  const tick = (): void => {
    const now = environment().now()
    $clock.set(now)
    cancel = environment().later(SECOND - (now % SECOND), tick)
  }
  tick()
  return () => cancel()
})

/** Today's date in Yerevan, yyyy-mm-dd. */
export const today = (): string => yerevan(environment().now()).date
