import type { CountExchange } from '#server/routes/http/limits.ts'
import type { Counts } from './worker-messages.ts'

/** Calls are told in bundles: a flood must not become a flood of messages. */
const BUNDLE_MS = 100

/** The rate limiter's line to the other workers. `hear` takes in what they counted. */
export const createCountExchange = (send: (counts: Counts) => void): CountExchange & { hear: (counts: Counts) => void } => {
  const untold = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  let add: (key: string, calls: number) => void = () => undefined
  const tellAll = (): void => {
    timer = null
    send([...untold])
    untold.clear()
  }
  return {
    tell: (key) => {
      untold.set(key, (untold.get(key) ?? 0) + 1)
      timer ??= setTimeout(tellAll, BUNDLE_MS).unref()
    },
    onHeard: (hear) => void (add = hear),
    hear: (counts) => {
      for (const [key, calls] of counts) add(key, calls)
    }
  }
}
