const [SECOND, MINUTE] = [1_000, 60_000]
const PAUSES = [10 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE] as const
const MAX_PAUSE = 15 * MINUTE

/** Returns the milliseconds to wait after this many consecutive failures (at least one). */
export const pauseAfter = (unanswered: number): number => PAUSES[Math.max(0, unanswered - 1)] ?? MAX_PAUSE
