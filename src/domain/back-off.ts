const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]
const PAUSES = [10 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE] as const
const MAX_PAUSE = 15 * MINUTE

/** Returns the milliseconds to wait after this many consecutive failures (at least one). */
export const pauseAfter = (unanswered: number): number => PAUSES[Math.max(0, unanswered - 1)] ?? MAX_PAUSE

const DAY = 24 * HOUR

/** The same for what may wait for days: from a quarter of an hour on, twice as long each time, up to a day. */
export const longPauseAfter = (unanswered: number): number =>
  Math.min(DAY, pauseAfter(unanswered) * 2 ** Math.max(0, Math.min(unanswered, MAX_DOUBLED) - PAUSES.length))
const MAX_DOUBLED = PAUSES.length + 10

/** Bounds of a payment's age, each with the pause between two questions to its bank; buyers mostly pay within the first minutes. */
const OPEN_PAUSES = [
  [5 * MINUTE, 10 * SECOND],
  [20 * MINUTE, 15 * SECOND],
  [HOUR, MINUTE]
] as const

/** Returns the milliseconds until a bank that answered "not paid yet" is asked again about a payment of this age. */
export const pauseWhileOpen = (ageMs: number): number => OPEN_PAUSES.find(([bound]) => ageMs < bound)?.[1] ?? MAX_PAUSE

/** Pauses after the first, second, … failed attempt to relay an event: about a day in all. */
const EVENT_PAUSES = [
  ...[SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 20 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE],
  ...[HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 8 * HOUR]
] as const
/** A fault of the event itself repeats; two more attempts exclude a coincidence. */
const MAX_PERMANENT_ATTEMPTS = 3
export const MAX_EVENT_ATTEMPTS = EVENT_PAUSES.length + 1

/** Returns the milliseconds until the next attempt after this many failed ones; null: given up. */
export const eventPause = (attempts: number, fault: 'temporary' | 'permanent'): number | null =>
  fault === 'permanent' && attempts >= MAX_PERMANENT_ATTEMPTS ? null : (EVENT_PAUSES[attempts - 1] ?? null)
