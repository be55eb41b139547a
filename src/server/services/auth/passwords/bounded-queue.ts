/** Creates a queue with a limit of parallel and of waiting tasks, and a line of its own for those that go first. */
export const createBoundedQueue = (maxRunning: number, maxWaiting: number) => {
  let running = 0
  const lines: Record<'first' | 'usual', (() => void)[]> = { first: [], usual: [] }
  const run = async <T>(work: () => Promise<T>, line: (() => void)[]): Promise<T> => {
    if (running >= maxRunning) await new Promise<void>((begin) => void line.push(begin))
    else running += 1
    try {
      return await work()
    } finally {
      // The slot is passed directly to the next task, so that no new one takes it.
      const next = lines.first.shift() ?? lines.usual.shift()
      if (next) next()
      else running -= 1
    }
  }
  return {
    /** Returns null when too many tasks are waiting in this line. */
    take: <T>(work: () => Promise<T>, line: keyof typeof lines = 'usual'): Promise<T> | null =>
      running >= maxRunning && lines[line].length >= maxWaiting ? null : run(work, lines[line])
  }
}
