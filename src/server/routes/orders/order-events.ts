import * as orders from '#contract/orders/calls.ts'
import type { OrderEvent } from '#contract/orders/calls.ts'
import { fail } from '#server/services/core/fail.ts'
import { streamPosition } from '#server/services/events/position.ts'
import { requireUser } from '#server/services/core/access.ts'
import { closeEndedSessions, watchSession } from '#server/services/auth/session-watch.ts'
import { refuse } from '../http/answer.ts'
import { contextOf } from '../http/caller.ts'
import type { Kernel } from '#server/kernel.ts'
import type { ApiApp } from '../http/mount.ts'

const HEARTBEAT_MS = 20_000
/** A stream ends with its session, and no later than the access token that opened it; the client reconnects with a new one and the last id it received. */
const MAX_STREAM_MS = 10 * 60_000
const MAX_PER_PERSON = 10
/** A session that another process ended is found within this time. */
const SESSIONS_MS = 5_000

const STREAM_HEADERS = { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' }

/** Server-sent events of the caller's orders at GET /orders/events. */
export const mountOrderEvents = (app: ApiApp, kernel: Kernel): void => {
  const open = new Map<number, number>()
  let checking: NodeJS.Timeout | null = null
  const checkSessions = (): void => {
    // With the database away the streams stay open: a session that has ended is found at the next tick.
    void closeEndedSessions({ cache: kernel.cache, db: kernel.engine.db }).catch(() => undefined)
  }
  app.get(orders.events.path, async (c) => {
    try {
      const { ctx, ip } = await contextOf(c, kernel, false)
      kernel.limit(orders.events, ctx, ip)
      const { userId, from } = await streamPosition(ctx, c.req.header('last-event-id'))
      // Hono answers HEAD by GET and drops its body: a stream would stay open with nobody to read it.
      if (c.req.method === 'HEAD') return new Response(null, { headers: STREAM_HEADERS })
      const streams = open.get(userId) ?? 0
      if (streams >= MAX_PER_PERSON) throw fail('TOO_MANY_REQUESTS')
      open.set(userId, streams + 1)
      checking ??= setInterval(checkSessions, SESSIONS_MS).unref()
      const closed = (): void => {
        const remaining = (open.get(userId) ?? 1) - 1
        if (remaining > 0) open.set(userId, remaining)
        else open.delete(userId)
        if (open.size === 0 && checking) {
          clearInterval(checking)
          checking = null
        }
      }
      const sessionId = requireUser(ctx).sessionId
      return new Response(streamOf(kernel, { userId, sessionId, from }, c.req.raw.signal, closed), { headers: STREAM_HEADERS })
    } catch (cause) {
      return refuse(c, kernel, cause)
    }
  })
}

/** One stream: first the position, then every event, and periodic comments so that proxies keep the connection open. */
const streamOf = (
  kernel: Kernel,
  { userId, sessionId, from }: { userId: number; sessionId: string; from: number },
  signal: AbortSignal,
  closed: () => void
): ReadableStream<Uint8Array> => {
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
      // Sends the position alone: a client that disconnects before the first event resumes from here.
      send(`retry: 2000\nid: ${from}\n\n`)
      const unsubscribe = kernel.events.subscribe(
        userId,
        (event) => send(written(event)),
        from,
        () => queueMicrotask(finish)
      )
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

const written = (event: OrderEvent): string => `id: ${event.id}\nevent: order\ndata: ${JSON.stringify(event)}\n\n`
