import * as orders from '#contract/orders/calls.ts'
import type { OrderEvent } from '#contract/orders/calls.ts'
import { streamPosition } from '#server/services/events/position.ts'
import { requireUser } from '#server/services/core/access.ts'
import { refuse } from '../http/answer.ts'
import { contextOf } from '../http/caller.ts'
import type { Kernel } from '#server/kernel.ts'
import type { ApiApp } from '../http/mount.ts'
import { createStreamCount, openStream, STREAM_HEADERS } from './event-stream.ts'

/** Server-sent events of the caller's orders at GET /orders/events. */
export const mountOrderEvents = (app: ApiApp, kernel: Kernel): void => {
  const countStream = createStreamCount(kernel)
  app.get(orders.events.path, async (c) => {
    try {
      const { ctx, ip } = await contextOf(c, kernel, false)
      kernel.limit(orders.events, ctx, ip)
      const { userId, from } = await streamPosition(ctx, c.req.header('last-event-id'))
      // Hono answers HEAD by GET and drops its body: a stream would stay open with nobody to read it.
      if (c.req.method === 'HEAD') return new Response(null, { headers: STREAM_HEADERS })
      const closed = countStream(userId)
      const body = openStream(kernel, {
        sessionId: requireUser(ctx).sessionId,
        signal: c.req.raw.signal,
        // The position alone: a client that disconnects before the first event resumes from here.
        first: `retry: 2000\nid: ${from}\n\n`,
        subscribe: (send, finish) => kernel.events.subscribe(userId, (event) => send(written(event)), from, finish),
        closed
      })
      return new Response(body, { headers: STREAM_HEADERS })
    } catch (cause) {
      return refuse(c, kernel, cause)
    }
  })
}

const written = (event: OrderEvent): string => `id: ${event.id}\nevent: order\ndata: ${JSON.stringify(event)}\n\n`
