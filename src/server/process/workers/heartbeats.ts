/** How often a worker says that its event loop turns, and how often the primary looks for those that do not. */
export const BEAT_MS = 1_000
/** Looks in a row without a beat after which a worker counts as hung: with the replacement, within ten seconds. */
export const MAX_MISSED = 8

export interface Heartbeats {
  /** Watches a worker from now on. */
  watch(id: number): void
  /** A worker's sign of life. */
  beat(id: number): void
  forget(id: number): void
  /** Call every BEAT_MS. Returns the workers that hang, each once. */
  findHung(): number[]
}

/**
 * Notices workers that run and do nothing: stopped by a signal, or in an endless loop. It counts its own looks instead of reading a clock,
 * so that a machine or a primary that slept blames nobody.
 */
export const createHeartbeats = (): Heartbeats => {
  const missed = new Map<number, number>()
  return {
    watch: (id) => void missed.set(id, 0),
    beat: (id) => void (missed.has(id) && missed.set(id, 0)),
    forget: (id) => void missed.delete(id),
    findHung: () => {
      for (const [id, count] of missed) missed.set(id, count + 1)
      const hung = [...missed].flatMap(([id, count]) => (count > MAX_MISSED ? [id] : []))
      for (const id of hung) missed.delete(id)
      return hung
    }
  }
}
