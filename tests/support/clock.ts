/** Friday 20/11/2026, 13:00 in Yerevan: everything of the test market that keeps usual hours is open. */
export const NOON = Date.UTC(2026, 10, 20, 9, 0)

export interface Clock {
  now: () => number
  set: (at: number) => void
  advance: (ms: number) => void
}

export const createClock = (start = NOON): Clock => {
  let at = start
  return { now: () => at, set: (next) => void (at = next), advance: (ms) => void (at += ms) }
}
