import type { HttpBindings } from '@hono/node-server'
import type { Context as HonoContext } from 'hono'
import { isInside } from './caller.ts'

type Outgoing = HttpBindings['outgoing']

/** Header that tells the Node server that the reply is already being sent (its utils/response). */
const ALREADY_SENT = new Response(null, { headers: { 'x-hono-already-sent': 'true' } })

/** Returns the Node response of an HTTP call; null for in-process callers. */
export const outgoingOf = (c: HonoContext): Outgoing | null => {
  const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing
  return outgoing ?? null
}

/** Sets a header of the reply; in-process callers read none. */
export const setHeader = (c: HonoContext, name: string, value: string): void => {
  const outgoing = outgoingOf(c)
  if (outgoing) outgoing.setHeader(name, value)
  else if (!isInside(c)) c.header(name, value)
}

/** Sends JSON text directly, because a Response object costs more than the text. */
export const sendJson = (outgoing: Outgoing, bytes: Uint8Array): Response => {
  outgoing
    .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.byteLength, 'Cache-Control': 'no-store' })
    .end(bytes)
  return ALREADY_SENT
}
