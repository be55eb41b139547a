import { Agent, get, type ClientRequest } from 'node:http'
import * as orders from '#contract/orders/calls.ts'
import type { Tally } from './tally.ts'

/** Streams of orders that are held open by so many people at once. */
export interface OrderStreams {
  /** Somebody to open a stream for; the newest are taken first. */
  offer: (token: string, anonymousId: string) => void
  events: () => number
  close: () => void
}

export const openOrderStreams = (origin: string, count: number, tally: Tally): OrderStreams => {
  const agent = new Agent({ keepAlive: false })
  const waiting: { token: string; anonymousId: string }[] = []
  const open = new Set<ClientRequest>()
  let events = 0
  let closed = false
  const fill = (): void => {
    while (open.size < count) {
      const person = closed ? undefined : waiting.pop()
      if (!person) return
      const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${person.token}`, 'Session-Id': person.anonymousId }
      const req = get(`${origin}/api${orders.events.path}`, { agent, headers }, (res) => {
        if (res.statusCode !== 200) tally.failed(`stream: ${res.statusCode}`)
        res.on('data', (chunk: Buffer) => (events += chunk.toString().split('event: order').length - 1))
        res.once('close', () => {
          open.delete(req)
          if (!res.complete && !closed) tally.failed('stream: cut off')
          fill()
        })
      })
      open.add(req)
      req.once('error', (cause) => {
        open.delete(req)
        if (!closed) tally.failed(`stream: ${String(cause)}`)
      })
    }
  }
  return {
    offer: (token, anonymousId) => {
      waiting.push({ token, anonymousId })
      if (waiting.length > count) waiting.shift()
      fill()
    },
    events: () => events,
    close: () => {
      closed = true
      for (const req of open) req.destroy()
    }
  }
}
