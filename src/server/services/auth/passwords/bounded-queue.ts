/** Waiting lines, the first to go first: browsers that the account knows, callers that solved a challenge, all others. */
export type Line = 'known' | 'solved' | 'usual'

/** Creates a queue with a limit of parallel tasks, and of waiting ones in each line. */
export const createBoundedQueue = (maxRunning: number, maxWaiting: number) => {
  let running = 0
  const lines: Record<Line, (() => void)[]> = { known: [], solved: [], usual: [] }
  const isFull = (line: Line): boolean => running >= maxRunning && lines[line].length >= maxWaiting
  const run = async <T>(work: () => Promise<T>, line: (() => void)[]): Promise<T> => {
    if (running >= maxRunning) await new Promise<void>((begin) => void line.push(begin))
    else running += 1
    try {
      return await work()
    } finally {
      // The slot is passed directly to the next task, so that no new one takes it.
      const next = lines.known.shift() ?? lines.solved.shift() ?? lines.usual.shift()
      if (next) next()
      else running -= 1
    }
  }
  return {
    /** Returns null when too many tasks are waiting in this line. */
    take: <T>(work: () => Promise<T>, line: Line = 'usual'): Promise<T> | null => (isFull(line) ? null : run(work, lines[line])),
    isFull
  }
}
