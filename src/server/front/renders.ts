/** Renders at once, however many pages are asked for; the others wait for their turn, so that memory has a bound. */
const MAX_AT_ONCE = 8
/** A page that takes longer has failed for those who wait. */
const PATIENCE_MS = 15_000
/** In a line longer than this the first have mostly left: the last to come goes first, so that a flood holds up nobody but itself. */
const LONG_LINE = 64

/** Lets work begin in turn; rejects what is not done in time, counted from its beginning. */
export const createRenderQueue = (mostAtOnce = MAX_AT_ONCE, patienceMs = PATIENCE_MS) => {
  const waiting: (() => void)[] = []
  let running = 0
  const end = (): void => {
    const next = waiting.length > LONG_LINE ? waiting.pop() : waiting.shift()
    if (next) next()
    else running -= 1
  }
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < mostAtOnce) running += 1
    else await new Promise<void>((begin) => waiting.push(begin))
    let late: NodeJS.Timeout | undefined
    const tooLate = new Promise<never>((_, reject) => {
      late = setTimeout(() => reject(new Error(`not rendered within ${patienceMs} ms`)), patienceMs)
    })
    try {
      return await Promise.race([work(), tooLate])
    } finally {
      clearTimeout(late)
      end()
    }
  }
}
