import type { CountExchange } from '#server/routes/http/limits.ts'
import type { Counts } from './worker-messages.ts'

/** Counts are sent in batches, so that a flood of calls is no flood of messages. */
const BUNDLE_MS = 100

/** Exchanges rate-limit counts with the other workers. `receive` adds what they counted. */
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
