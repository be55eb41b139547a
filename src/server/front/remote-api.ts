import { Agent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { Agent as SecureAgent, request as httpsRequest } from 'node:https'

/** Time limits in ms, for the connection and for the response headers. */
export interface Timeouts {
  connect: number
  headers: number
}
const TIMEOUTS: Timeouts = { connect: 5_000, headers: 30_000 }

/** The API took the request and sent no headers in time. */
export class SlowApi extends Error {}

export interface RemoteRequest {
  method: string
  path: string
  headers: OutgoingHttpHeaders
  body: Buffer | null
  /** Aborted when the visitor disconnects. */
  signal: AbortSignal
}

/** Sends one HTTP request; resolves with the response once its headers have arrived. Rejects when none comes. */
export type AskRemote = (asked: RemoteRequest) => Promise<IncomingMessage>

/** Returns a function that sends requests to the API at `apiUrl` over keep-alive connections. */
export const createRemoteApi = (apiUrl: string, timeouts: Timeouts = TIMEOUTS): AskRemote => {
  const base = new URL(apiUrl)
  const secure = base.protocol === 'https:'
  const request = secure ? httpsRequest : httpRequest
  const agent = secure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true })
  const prefix = base.pathname.replace(/\/$/, '')

  const ask: AskRemote = ({ method, path, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const outgoing = request({ ...hostAndPort(base), agent, method, path: prefix + path, headers, signal })
      const giveUp = (failure: string, Fault: new (message: string) => Error) => () =>
        outgoing.destroy(new Fault(`the API at ${base.host} ${failure}`))
      const headersTimer = setTimeout(giveUp(`sent no answer in ${timeouts.headers / 1000} s`, SlowApi), timeouts.headers)
      outgoing.on('socket', (socket) => {
        if (!socket.connecting) return
        const connectTimer = setTimeout(giveUp(`took no connection in ${timeouts.connect / 1000} s`, Error), timeouts.connect)
        for (const event of ['connect', 'close'] as const) socket.once(event, () => clearTimeout(connectTimer))
      })
      outgoing.on('close', () => clearTimeout(headersTimer))
      outgoing.on('error', (cause: NodeJS.ErrnoException) => {
        // The API closed a keep-alive connection while we wrote to it. Only GET and HEAD are safe to repeat.
        const stale = outgoing.reusedSocket && cause.code === 'ECONNRESET' && (method === 'GET' || method === 'HEAD')
        if (stale && !signal.aborted) resolve(ask({ method, path, headers, body, signal }))
        else reject(cause)
      })
      outgoing.on('response', (answer) => {
        clearTimeout(headersTimer)
        resolve(answer)
      })
      outgoing.end(body ?? undefined)
    })
  return ask
}

const hostAndPort = ({ hostname, port }: URL): { host: string; port?: string } => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  ...(port ? { port } : {})
})
