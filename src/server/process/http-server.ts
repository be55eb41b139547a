import { createServer, type RequestListener, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { BadConfiguration, type Config } from '#server/config.ts'

export interface HttpServer {
  /** Address it listens on, as `http://host:port`. */
  address: string
  /** Serves for another DRAIN_SECONDS with `Connection: close`, then closes. */
  close: (beforeClosing: () => Promise<void>) => Promise<void>
}

/** Longer than load balancers keep idle connections (usually 60 s), so that they never send into one that was just closed. */
const KEEP_ALIVE_MS = 65_000
/** Connections still open this long after closing began are destroyed. */
const DRAIN_TIMEOUT_MS = 5_000
const SWEEP_MS = 50
/** Bodies have at most 64 KB and headers 16: who takes longer than this holds a connection open without a request. */
const ARRIVAL = { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 2_000 }
/** Further connections are closed at once. Each open one takes a few kilobytes, and every page with orders has a stream. */
const MAX_CONNECTIONS = 10_000

/** Checks before anything is prepared that the port is free. Throws BadConfiguration when it is not. */
export const ensurePortIsFree = async (config: Pick<Config, 'HOST' | 'PORT'>): Promise<void> => {
  const server = createServer()
  await listenOn(server, config)
  await new Promise((resolve) => server.close(resolve))
}

const listenOn = (server: Server, config: Pick<Config, 'HOST' | 'PORT'>): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(explainListenError(cause, config)))
    server.listen(config.PORT, config.HOST, resolve)
  })

/** Starts listening. Throws BadConfiguration when HOST or PORT cannot be used. */
export const openHttpServer = async (
  config: Pick<Config, 'HOST' | 'PORT' | 'DRAIN_SECONDS'>,
  listener: RequestListener,
  { maxConnections = MAX_CONNECTIONS, ...arrival }: Partial<typeof ARRIVAL> & { maxConnections?: number } = {}
): Promise<HttpServer> => {
  const server = createServer({ ...ARRIVAL, ...arrival }, listener)
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.maxConnections = maxConnections
  await listenOn(server, config)
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : config.PORT
  return {
    address: `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`,
    close: async (beforeClosing) => {
      server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'))
      await sleep(config.DRAIN_SECONDS * 1_000)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // A response that began earlier has no `Connection: close` and leaves an idle connection.
      const sweepTimer = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
      const forceTimer = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS)
      await beforeClosing()
      await closed
      clearInterval(sweepTimer)
      clearTimeout(forceTimer)
    }
  }
}

const explainListenError = (cause: NodeJS.ErrnoException, { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): Error => {
  if (cause.code === 'EADDRINUSE')
    return new BadConfiguration(`PORT ${PORT} is taken on ${HOST} by another program. Stop it, or set PORT to a free one.`)
  if (cause.code === 'EACCES') return new BadConfiguration(`PORT ${PORT} is not allowed to this user. Set PORT to one from 1024 on.`)
  if (/^(EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN|EINVAL)$/.test(cause.code ?? ''))
    return new BadConfiguration(`HOST ${HOST} is no address of this machine (${cause.code}). Set HOST to 127.0.0.1, or 0.0.0.0 for all.`)
  return cause
}
