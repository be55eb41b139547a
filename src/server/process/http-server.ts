import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeNumber, httpStatus } from '#contract/codes.ts'
import type { Envelope } from '#contract/endpoint.ts'
import { DEFAULT_LOCALE, isLocale } from '#domain/locale.ts'
import { getTranslator } from '#i18n/translate.ts'
import { BadConfiguration, type Config } from '#server/config.ts'
import { RETRY_AFTER_SECONDS } from '#server/front/headers.ts'
import { limitConnections } from './connection-limit.ts'
import { createDraining } from './draining.ts'

export interface HttpServer {
  /** Address it listens on, as `http://host:port`. */
  address: string
  /** Serves for another DRAIN_SECONDS with `Connection: close`, then closes. */
  close: (beforeClosing: () => Promise<void>) => Promise<void>
}

/** Longer than load balancers keep idle connections (usually 60 s), so that they never send into one that was just closed. */
const KEEP_ALIVE_MS = 65_000
/** Bodies have at most 64 KB and headers 16: who takes longer than this holds a connection open without a request. */
const ARRIVAL = { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 2_000 }
/** Longer than any answer takes, and than a stream is silent: who takes nothing of an answer for so long does not read it. */
const SILENCE_MS = 60_000
/** Further connections are closed at once. Each open one takes a few kilobytes, and every page with orders has a stream. */
const MAX_CONNECTIONS = 10_000
/** Of one address or /64: several hundred people behind one address. Behind a proxy all come from one. */
const MAX_PER_NETWORK = 2_000

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

type ListenConfig = Pick<Config, 'HOST' | 'PORT' | 'DRAIN_SECONDS' | 'TRUST_PROXY'>

/** Starts listening. Throws BadConfiguration when HOST or PORT cannot be used. */
export const openHttpServer = async (
  config: ListenConfig,
  listener: RequestListener,
  {
    maxConnections = MAX_CONNECTIONS,
    maxPerNetwork = MAX_PER_NETWORK,
    silence = SILENCE_MS,
    ...arrival
  }: Partial<typeof ARRIVAL> & { maxConnections?: number; maxPerNetwork?: number; silence?: number } = {}
): Promise<HttpServer> => {
  const server = createServer({ ...ARRIVAL, ...arrival })
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.maxConnections = maxConnections
  // Node destroys a connection that neither brings nor takes a byte for so long.
  server.timeout = silence
  const draining = createDraining(server, listener)
  if (!config.TRUST_PROXY) limitConnections(server, maxPerNetwork)
  await listenOn(server, config)
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : config.PORT
  return {
    address: `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`,
    close: async (beforeClosing) => {
      draining.begin()
      await sleep(config.DRAIN_SECONDS * 1_000)
      await draining.finish(beforeClosing)
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

/** Answers while a start waits for its database: alive, so that no supervisor ends the process, and ready for nothing. */
const answerWaiting: RequestListener = (req, res) => {
  const send = (status: number, type: string, body: string): void => {
    const retry = status === 200 ? {} : { 'Retry-After': RETRY_AFTER_SECONDS }
    const length = Buffer.byteLength(body)
    res.writeHead(status, { 'Content-Type': `${type}; charset=utf-8`, 'Content-Length': length, 'Cache-Control': 'no-store', ...retry })
    res.end(req.method === 'HEAD' ? undefined : body)
  }
  const sendJson = (status: number, envelope: Envelope<unknown>): void => send(status, 'application/json', JSON.stringify(envelope))
  const [path = ''] = (req.url ?? '').split('?')
  if (path === '/api/health') return sendJson(200, { code: 200, messages: [], data: { status: 'ok' }, requestId: randomUUID() })
  const wanted = String(req.headers['content-language'] ?? '')
  const sentence = getTranslator(isLocale(wanted) ? wanted : DEFAULT_LOCALE)('codes:NOT_READY')
  const status = httpStatus('NOT_READY')
  if (!path.startsWith('/api/')) return send(status, 'text/plain', sentence)
  const messages = [{ type: 'NOT_READY', body: sentence }]
  sendJson(status, { code: codeNumber('NOT_READY'), messages, data: { reason: 'database' }, requestId: randomUUID() })
}

/** A server that may listen before there is anything to serve. */
export interface EarlyServer {
  /** Listens, and says that the shop waits for its database. */
  wait: () => Promise<HttpServer>
  /** Listens, if it does not yet, and serves from now on. */
  serve: (listener: RequestListener) => Promise<HttpServer>
}

export const createEarlyServer = (config: ListenConfig): EarlyServer => {
  let current = answerWaiting
  let server: Promise<HttpServer> | null = null
  const wait = (): Promise<HttpServer> => (server ??= openHttpServer(config, (req, res) => current(req, res)))
  return {
    wait,
    serve: (listener) => {
      current = listener
      return wait()
    }
  }
}
