/** Creates a queue with a limit of parallel and of waiting tasks. */
export const createBoundedQueue = (atOnce: number, mostWaiting: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await new Promise<void>((begin) => void waiting.push(begin))
    else running += 1
    try {
      return await work()
    } finally {
      // The slot is passed directly to the next task, so that no new one takes it.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
  return {
    /** Returns null when too many tasks are waiting. */
    take: <T>(work: () => Promise<T>): Promise<T> | null => (running >= atOnce && waiting.length >= mostWaiting ? null : run(work))
  }
}
