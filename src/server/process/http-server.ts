import { createServer, type RequestListener, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { BadConfiguration, type Config } from '#server/config.ts'

export interface HttpServer {
  /** What it listens on, as `http://host:port`. */
  address: string
  /** Answers on for DRAIN_SECONDS, asking every connection to end; then closes. */
  close: (beforeClosing: () => Promise<void>) => Promise<void>
}

/** Longer than a balancer keeps an idle connection (60 s is usual), so that it never sends into one that we just closed. */
const KEEP_ALIVE_MS = 65_000
/** Whoever still talks so long after the closing began is cut off. */
const DRAIN_TIMEOUT_MS = 5_000
const SWEEP_MS = 50

/** Asks before anything is prepared whether the port is free. Throws BadConfiguration when it is not. */
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

/** Listens. Throws BadConfiguration when the port is taken. */
export const openHttpServer = async (
  config: Pick<Config, 'HOST' | 'PORT' | 'DRAIN_SECONDS'>,
  listener: RequestListener
): Promise<HttpServer> => {
  const server = createServer(listener)
  server.keepAliveTimeout = KEEP_ALIVE_MS
  await listenOn(server, config)
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : config.PORT
  return {
    address: `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`,
    close: async (beforeClosing) => {
      server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'))
      await sleep(config.DRAIN_SECONDS * 1_000)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // An answer that began before all this leaves its connection open behind it.
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
