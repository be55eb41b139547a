import type { HttpBindings } from '@hono/node-server'
import type { Context as HonoContext } from 'hono'
import { isInside } from './caller.ts'

type Outgoing = HttpBindings['outgoing']

/** What tells the server that the answer is on its way already (its utils/response). */
const ALREADY_SENT = new Response(null, { headers: { 'x-hono-already-sent': 'true' } })

/** Node's own answer of a call that came by HTTP; null for callers of this process. */
export const outgoingOf = (c: HonoContext): Outgoing | null => {
  const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing
  return outgoing ?? null
}

/** A header of the answer; callers of this process read none. */
export const setHeader = (c: HonoContext, name: string, value: string): void => {
  const outgoing = outgoingOf(c)
  if (outgoing) outgoing.setHeader(name, value)
  else if (!isInside(c)) c.header(name, value)
}

/** Answers with JSON text past the Response object, which costs more than the text. */
export const sendJson = (outgoing: Outgoing, bytes: Uint8Array): Response => {
  outgoing
    .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.byteLength, 'Cache-Control': 'no-store' })
    .end(bytes)
  return ALREADY_SENT
}
