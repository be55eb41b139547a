/** Creates a queue with a limit of parallel and of waiting tasks. */
export const createBoundedQueue = (maxRunning: number, maxWaiting: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= maxRunning) await new Promise<void>((begin) => void waiting.push(begin))
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
    take: <T>(work: () => Promise<T>): Promise<T> | null => (running >= maxRunning && waiting.length >= maxWaiting ? null : run(work))
  }
}
