/** Lets so much work run at once and so much wait. */
export const createBoundedQueue = (atOnce: number, mostWaiting: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await new Promise<void>((begin) => void waiting.push(begin))
    else running += 1
    try {
      return await work()
    } finally {
      // The place goes straight to the next in line, so that nobody slips in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
  return {
    /** null when too many wait already. */
    take: <T>(work: () => Promise<T>): Promise<T> | null => (running >= atOnce && waiting.length >= mostWaiting ? null : run(work))
  }
}
