import { Agent, request } from 'node:http'
import { createCaller, type Call, type Fetch } from '#client/call.ts'

/** Well below the 65 s after which the shop closes an idle connection: a busy load never sends into one that is being closed. */
const IDLE_MS = 30_000

/** One kept connection, which calls use one after the other: what a browser's tab holds. Many people together have more `sockets`. */
export interface Lane {
  fetch: Fetch
  /** A caller on this connection, for whoever it stands for. */
  callerOf: (who: { anonymousId: string; token: string | null }) => Call
  close: () => void
}

/** `address`: whom a shop that trusts its proxy counts the calls for. */
export const openLane = (origin: string, sockets = 1, address?: string): Lane => {
  const { hostname, port } = new URL(origin)
  // Closes idle connections itself; a connection that ends with a request on its way is an error, and nothing is sent twice.
  const agent = new Agent({ keepAlive: true, maxSockets: sockets, timeout: IDLE_MS })
  const send: Fetch = (input, init = {}) =>
    new Promise((resolve, reject) => {
      const headers = { ...(init.headers as Record<string, string>), ...(address ? { 'X-Forwarded-For': address } : {}) }
      const req = request({ agent, hostname, port, path: input, method: init.method ?? 'GET', headers }, (res) => {
        const chunks: Buffer[] = []
        res.on('data', (chunk: Buffer) => chunks.push(chunk))
        res.on('end', () => resolve(new Response(Buffer.concat(chunks), { status: res.statusCode ?? 500 })))
        res.on('error', reject)
      })
      req.on('error', reject)
      if (typeof init.body === 'string') req.setHeader('Content-Length', Buffer.byteLength(init.body)).end(init.body)
      else req.end()
    })
  return {
    fetch: send,
    callerOf: ({ anonymousId, token }) =>
      createCaller({ fetch: send, locale: 'hy', sessionId: () => anonymousId, accessToken: () => token, isAdult: () => true }),
    close: () => agent.destroy()
  }
}
