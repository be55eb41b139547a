import { Agent, request } from 'node:http'
import { createCaller, type Call, type Fetch } from '#client/call.ts'

/** One kept connection, which calls use one after the other: what a browser's tab holds. */
export interface Lane {
  fetch: Fetch
  /** A caller on this connection, for whoever it stands for. */
  callerOf: (who: { anonymousId: string; token: string | null }) => Call
  close: () => void
}

export const openLane = (origin: string): Lane => {
  const { hostname, port } = new URL(origin)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send: Fetch = (input, init = {}) =>
    new Promise((resolve, reject) => {
      const headers = init.headers as Record<string, string>
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
