import { Agent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { Agent as SecureAgent, request as httpsRequest } from 'node:https'

/** A machine that is gone takes no connection; one that hangs sends no headers. Milliseconds. */
export interface Patience {
  connect: number
  headers: number
}
const PATIENCE: Patience = { connect: 5_000, headers: 30_000 }

export interface RemoteRequest {
  method: string
  path: string
  headers: OutgoingHttpHeaders
  body: Buffer | null
  /** The visitor went away. */
  signal: AbortSignal
}

/** One HTTP request to an API; resolves with its answer when the headers are there. Rejects when none comes. */
export type AskRemote = (asked: RemoteRequest) => Promise<IncomingMessage>

/** Keeps connections to the API of that address and asks it. */
export const createRemoteApi = (apiUrl: string, patience: Patience = PATIENCE): AskRemote => {
  const base = new URL(apiUrl)
  const secure = base.protocol === 'https:'
  const request = secure ? httpsRequest : httpRequest
  const agent = secure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true })
  const prefix = base.pathname.replace(/\/$/, '')

  const ask: AskRemote = ({ method, path, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const asking = request({ ...addressOf(base), agent, method, path: prefix + path, headers, signal })
      const giveUp = (what: string) => () => asking.destroy(new Error(`the API at ${base.host} ${what}`))
      const silent = setTimeout(giveUp(`sent no answer in ${patience.headers / 1000} s`), patience.headers)
      asking.on('socket', (socket) => {
        if (!socket.connecting) return
        const late = setTimeout(giveUp(`took no connection in ${patience.connect / 1000} s`), patience.connect)
        for (const event of ['connect', 'close'] as const) socket.once(event, () => clearTimeout(late))
      })
      asking.on('close', () => clearTimeout(silent))
      asking.on('error', (cause: NodeJS.ErrnoException) => {
        // The API closed a kept connection just as we wrote into it. Only reading may be asked twice.
        const stale = asking.reusedSocket && cause.code === 'ECONNRESET' && (method === 'GET' || method === 'HEAD')
        if (stale && !signal.aborted) resolve(ask({ method, path, headers, body, signal }))
        else reject(cause)
      })
      asking.on('response', (answer) => {
        clearTimeout(silent)
        resolve(answer)
      })
      asking.end(body ?? undefined)
    })
  return ask
}

const addressOf = ({ hostname, port }: URL): { host: string; port?: string } => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  ...(port ? { port } : {})
})
