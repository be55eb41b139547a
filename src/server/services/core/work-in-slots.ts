interface Slots<T> {
  /** At most this many items are worked on at once. */
  atOnce: number
  /** Returns up to `free` items that nobody works on; empty when nothing is left. An item must not be returned twice. */
  claim: (free: number) => Promise<readonly T[]>
  work: (item: T) => Promise<unknown>
  /** Asked before each claim, so that a stopping process claims no more. */
  goesOn?: () => boolean
}

/**
 * Works until nothing is left, several items at a time: a slow item occupies one slot only. A failure does not stop the rest; all failures
 * are thrown at the end. Returns how many items there were.
 */
export const workInSlots = async <T>({ atOnce, claim, work, goesOn = () => true }: Slots<T>): Promise<number> => {
  const running = new Set<Promise<void>>()
  const faults: unknown[] = []
  let count = 0
  let claims = true
  const claimNext = async (): Promise<readonly T[]> => {
    if (!claims || !goesOn()) return []
    try {
      return await claim(atOnce - running.size)
    } catch (cause) {
      claims = false
      faults.push(cause)
      return []
    }
  }
  for (;;) {
    const items = await claimNext()
    count += items.length
    for (const item of items) {
      const task: Promise<void> = work(item)
        .then(
          () => undefined,
          (cause: unknown) => void faults.push(cause)
        )
        .finally(() => running.delete(task))
      running.add(task)
    }
    if (running.size === 0) break
    await Promise.race(running)
  }
  if (faults.length === 1) throw faults[0]
  if (faults.length > 1) throw new AggregateError(faults, `${faults.length} of ${count} failed`)
  return count
}

/** A claim for a fixed list of items. */
export const oneByOne = <T>(items: readonly T[]): ((free: number) => Promise<readonly T[]>) => {
  let next = 0
  return (free) => Promise.resolve(items.slice(next, (next += free)))
}
