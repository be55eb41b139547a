/** Attempts in a row to start the first worker. */
export const MAX_TRIES = 3
/** A worker that ran this long counts as stable: its later exit says nothing about the next one. */
const STABLE_MS = 10_000
const MIN_PAUSE_MS = 250
const MAX_PAUSE_MS = 30_000
/** Exit code of a process that cannot start by its configuration; the next would fail the same way. */
const REFUSED_EXIT_CODE = 2

/** Milliseconds before the next start after this many early exits in a row: 0 for the first, then doubling. */
export const pauseAfter = (earlyExits: number): number =>
  earlyExits < 2 ? 0 : Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** (earlyExits - 2))

export interface Replacement {
  readonly everOpen: boolean
  forked(id: number): void
  opened(): void
  /** Returns the milliseconds until the next start, or why there is none. */
  died(id: number, code: number | null): number | 'refused' | 'hopeless'
}

/** Decides when a worker that exited is replaced. */
export const createReplacement = (now: () => number = () => performance.now()): Replacement => {
  const since = new Map<number, number>()
  let everOpen = false
  let earlyExits = 0
  return {
    get everOpen() {
      return everOpen
    },
    forked: (id) => void since.set(id, now()),
    opened: () => void (everOpen = true),
    died: (id, code) => {
      const lifetime = now() - (since.get(id) ?? 0)
      since.delete(id)
      earlyExits = lifetime < STABLE_MS ? earlyExits + 1 : 0
      if (!everOpen && code === REFUSED_EXIT_CODE) return 'refused'
      if (!everOpen && earlyExits >= MAX_TRIES) return 'hopeless'
      return pauseAfter(earlyExits)
    }
  }
}
