/** Concurrent renders; the others are queued, which bounds memory. */
const MAX_CONCURRENT = 8
/** A render that takes longer counts as failed. */
const TIMEOUT_MS = 15_000
/** In a longer queue the first clients have mostly given up: the newest goes first, so that a flood delays only itself. */
const LONG_QUEUE = 64

/** Returns a function that runs work with bounded concurrency. Rejects after `timeoutMs`, counted from the start of the work. */
export const createRenderQueue = (maxConcurrent = MAX_CONCURRENT, timeoutMs = TIMEOUT_MS) => {
  const waiting: (() => void)[] = []
  let running = 0
  const release = (): void => {
    const next = waiting.length > LONG_QUEUE ? waiting.pop() : waiting.shift()
    if (next) next()
    else running -= 1
  }
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < maxConcurrent) running += 1
    else await new Promise<void>((begin) => waiting.push(begin))
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`not rendered within ${timeoutMs} ms`)), timeoutMs)
    })
    try {
      return await Promise.race([work(), timeout])
    } finally {
      clearTimeout(timer)
      release()
    }
  }
}
