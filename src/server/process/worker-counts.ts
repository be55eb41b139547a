import type { CountExchange } from '#server/routes/http/limits.ts'
import type { Counts } from './worker-messages.ts'

/** Calls are told in bundles: a flood must not become a flood of messages. */
const BUNDLE_MS = 100

/** The rate limiter's line to the other workers. `hear` takes in what they counted. */
export const createCountExchange = (send: (counts: Counts) => void): CountExchange & { receive: (counts: Counts) => void } => {
  const pending = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  let onCounts: (key: string, calls: number) => void = () => undefined
  const flush = (): void => {
    timer = null
    send([...pending])
    pending.clear()
  }
  return {
    tell: (key) => {
      pending.set(key, (pending.get(key) ?? 0) + 1)
      timer ??= setTimeout(flush, BUNDLE_MS).unref()
    },
    onHeard: (receive) => void (onCounts = receive),
    receive: (counts) => {
      for (const [key, calls] of counts) onCounts(key, calls)
    }
  }
}
