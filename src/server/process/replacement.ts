/** So many times in a row a first worker is tried that never opens. */
export const MAX_TRIES = 3
/** A worker that lives so long was a good one: what happens to it later says nothing about the next. */
const STABLE_MS = 10_000
const MIN_PAUSE_MS = 250
const MAX_PAUSE_MS = 30_000
/** The exit code of a process that said in words why it cannot start; the next would say the same. */
const REFUSED_EXIT_CODE = 2

/** Milliseconds before a place is taken again after so many quick deaths in a row: none for the first, then longer and longer. */
export const pauseAfter = (earlyExits: number): number =>
  earlyExits < 2 ? 0 : Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** (earlyExits - 2))

export interface Replacement {
  readonly everOpen: boolean
  forked(id: number): void
  opened(): void
  /** Milliseconds until the next is started, or why there is no sense in it. */
  died(id: number, code: number | null): number | 'refused' | 'hopeless'
}

/** Decides when the place of a worker that died is taken again. */
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
