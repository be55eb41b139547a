import { closeEndedSessions, watchSession } from '#server/services/auth/session-watch.ts'
import { fail } from '#server/services/core/fail.ts'
import type { Kernel } from '#server/kernel.ts'

const HEARTBEAT_MS = 20_000
/** A stream ends with its session, and no later than the access token that opened it; the client reconnects with a new one and the last id it received. */
const MAX_STREAM_MS = 10 * 60_000
const MAX_PER_PERSON = 10
/** A session that another process ended is found within this time. */
const SESSIONS_MS = 5_000

export const STREAM_HEADERS = { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' }

/** Counts the open streams of each person. While there are any, sessions that ended elsewhere are looked for. */
export const createStreamCount = (kernel: Kernel) => {
  const open = new Map<number, number>()
  let checking: NodeJS.Timeout | null = null
  const checkSessions = (): void => {
    // With the database away the streams stay open: a session that has ended is found at the next tick.
    void closeEndedSessions({ cache: kernel.cache, db: kernel.engine.db }).catch(() => undefined)
  }
  /** Counts one more stream; TOO_MANY_REQUESTS above the limit. Returns the function that counts it no more. */
  return (userId: number): (() => void) => {
    const streams = open.get(userId) ?? 0
    if (streams >= MAX_PER_PERSON) throw fail('TOO_MANY_REQUESTS')
    open.set(userId, streams + 1)
    checking ??= setInterval(checkSessions, SESSIONS_MS).unref()
    return () => {
      const remaining = (open.get(userId) ?? 1) - 1
      if (remaining > 0) open.set(userId, remaining)
      else open.delete(userId)
      if (open.size === 0 && checking) {
        clearInterval(checking)
        checking = null
      }
    }
  }
}

interface StreamOf {
  sessionId: string
  signal: AbortSignal
  /** Sent first: it tells the client that it is connected, and from where. */
  first: string
  /** Starts sending; `finish` ends the stream. Returns the function that stops it. */
  subscribe: (send: (text: string) => void, finish: () => void) => () => void
  closed: () => void
}

/** One stream: first where it begins, then every event, and periodic comments so that proxies keep the connection open. */
export const openStream = (kernel: Kernel, { sessionId, signal, first, subscribe, closed }: StreamOf): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder()
  let release = (): boolean => false
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const send = (text: string): void => controller.enqueue(encoder.encode(text))
      const finish = (): void => {
        if (release()) controller.close()
      }
      const heartbeat = setInterval(() => send(': still here\n\n'), HEARTBEAT_MS).unref()
      const lifetime = setTimeout(finish, MAX_STREAM_MS).unref()
      send(first)
      const unsubscribe = subscribe(send, () => queueMicrotask(finish))
      const unwatch = watchSession(kernel.cache, sessionId, finish)
      let open = true
      release = () => {
        if (!open) return false
        open = false
        clearInterval(heartbeat)
        clearTimeout(lifetime)
        unsubscribe()
        unwatch()
        closed()
        return true
      }
      if (signal.aborted) finish()
      else signal.addEventListener('abort', finish, { once: true })
    },
    cancel: () => void release()
  })
}
