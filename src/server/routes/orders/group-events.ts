import * as groupOrders from '#contract/group-orders/calls.ts'
import { requireUser } from '#server/services/core/access.ts'
import { groupToFollow } from '#server/services/group-orders/live/group-to-follow.ts'
import { refuse } from '../http/answer.ts'
import { contextOf } from '../http/caller.ts'
import type { Kernel } from '#server/kernel.ts'
import type { ApiApp } from '../http/mount.ts'
import { createStreamCount, openStream, STREAM_HEADERS } from './event-stream.ts'

/** Server-sent events of a group order at GET /orders/group/events, for whoever is in it. */
export const mountGroupEvents = (app: ApiApp, kernel: Kernel): void => {
  const countStream = createStreamCount(kernel)
  app.get(groupOrders.events.path, async (c) => {
    try {
      const { ctx, ip } = await contextOf(c, kernel, false)
      kernel.limit(groupOrders.events, ctx, ip)
      const { userId, sessionId } = requireUser(ctx)
      const groupOrderId = await groupToFollow(ctx, c.req.query('hash'))
      if (c.req.method === 'HEAD') return new Response(null, { headers: STREAM_HEADERS })
      const closed = countStream(userId)
      const known = c.req.header('last-event-id') ?? null
      const body = openStream(kernel, {
        sessionId,
        signal: c.req.raw.signal,
        first: 'retry: 2000\n\n',
        subscribe: (send, onClose) =>
          kernel.groups.subscribe({
            groupOrderId,
            userId,
            known,
            onEvent: ({ id, ...event }) => send(`id: ${id}\nevent: group\ndata: ${JSON.stringify(event)}\n\n`),
            onClose
          }),
        closed
      })
      return new Response(body, { headers: STREAM_HEADERS })
    } catch (cause) {
      return refuse(c, kernel, cause)
    }
  })
}
