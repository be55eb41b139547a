import type { ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context as HonoContext } from 'hono'

/** Node's own answer of a call that came by HTTP; null for callers of this process. */
export const outgoingOf = (c: HonoContext): ServerResponse | null => {
  const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing
  return outgoing && 'writeHead' in outgoing ? (outgoing as ServerResponse) : null
}

/** A header of the answer, whoever asked. */
export const setHeader = (c: HonoContext, name: string, value: string): void => {
  const outgoing = outgoingOf(c)
  if (outgoing) outgoing.setHeader(name, value)
  else c.header(name, value)
}

/** Answers with JSON text past the Response object, which costs more than the text. */
export const sendJson = (outgoing: ServerResponse, bytes: Uint8Array): Response => {
  outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.byteLength, 'Cache-Control': 'no-store' }).end(bytes)
  return RESPONSE_ALREADY_SENT
}
