import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { codeNumber, type CodeType } from '#contract/codes.ts'
import type { Envelope } from '#contract/endpoint.ts'
import { MAX_BODY_BYTES } from '#domain/constants.ts'
import { DEFAULT_LOCALE, isLocale } from '#domain/locale.ts'
import { getTranslator } from '#i18n/translate.ts'
import type { Config } from '#server/config.ts'
import type { Kernel } from '#server/kernel.ts'
import { createRemoteApi, type Patience } from './remote-api.ts'

/** Between two neighbours only; `expect` was answered here, and who the visitor is the front says itself. */
const OURS = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'expect', 'host', 'content-length', 'x-forwarded-for']
])
/** Pages wait for the API no longer than this, each call. */
const PAGE_CALL_MS = 10_000
/** Nor does a question about readiness: a balancer asks every few seconds and must get an answer. */
const READY_MS = 2_500

export interface Proxy {
  /** Answers `/api`. */
  answer: (req: IncomingMessage, res: ServerResponse, url: URL) => Promise<void>
  /** The same for pages. */
  fetch: (input: string, init?: RequestInit) => Promise<Response>
  /** Ends open streams. */
  close: () => void
}

interface ProxyParts {
  /** Address of the marketplace API, without a slash at the end. */
  apiUrl: string
  config: Pick<Config, 'TRUST_PROXY'>
  log: Kernel['log']
  stopping: AbortSignal
  patience?: Patience
}

/**
 * Hands `/api` on to a remote marketplace API (API_URL): one origin for the browser, no cross-site cookies. Streams pass through. An API that
 * does not answer is a 502 of the type that clients know as "nobody knows whether it was heard", so that they keep what they wanted and ask again;
 * `/ready` then says NOT_READY with the reason `api`, while pages go on as far as they are kept.
 */
export const createProxy = ({ apiUrl, config, log, stopping, patience }: ProxyParts): Proxy => {
  const ask = createRemoteApi(apiUrl, patience)
  const closing = new AbortController()

  let answers = true
  /** A front is as ready as its API; what stands between the two may answer for it with anything. */
  const isReady = async (): Promise<boolean> => {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(Math.min(READY_MS, patience?.headers ?? READY_MS))])
    const now = await ask({ method: 'GET', path: '/ready', headers: {}, body: null, signal }).then(
      (answer) => answer.resume().statusCode === 200,
      () => false
    )
    if (now !== answers) log(now ? 'info' : 'error', `the API at ${new URL(apiUrl).host} is ${now ? 'ready again' : 'not ready'}`)
    return (answers = now)
  }

  const passOn = async (req: IncomingMessage, res: ServerResponse, path: string): Promise<void> => {
    const gone = new AbortController()
    res.once('close', () => gone.abort())
    const body = await bodyOf(req)
    if (body === 'too large') return refuse(req, res, 413, 'PAYLOAD_TOO_LARGE')
    const headers: OutgoingHttpHeaders = { ...passedOn(req.headers), 'x-forwarded-for': visitorOf(req, config) }
    if (body) headers['content-length'] = body.length
    let answer: IncomingMessage
    try {
      answer = await ask({ method: req.method ?? 'GET', path, headers, body, signal: AbortSignal.any([gone.signal, closing.signal]) })
    } catch (cause) {
      if (gone.signal.aborted) return
      log('error', `${req.method ?? ''} ${path} was not passed on`, cause)
      return refuse(req, res, 502, 'NETWORK')
    }
    for (const [name, value] of Object.entries(passedOn(answer.headers))) if (value !== undefined) res.setHeader(name, value)
    if (answer.headers['content-length']) res.setHeader('content-length', answer.headers['content-length'])
    res.writeHead(answer.statusCode ?? 502)
    res.flushHeaders()
    // An answer that breaks off must not look whole: pipeline cuts the visitor's connection too.
    await pipeline(answer, res).catch(() => undefined)
  }
  return {
    answer: async (req, res, url) => {
      const path = url.pathname.slice('/api'.length)
      if (path === '/health') return send(res, 200, 200, { status: 'ok', engine: 'remote', version: process.version })
      if (path === '/ready' && (req.method === 'GET' || req.method === 'HEAD')) {
        const reason = stopping.aborted ? 'stopping' : (await isReady()) ? null : 'api'
        return reason ? refuse(req, res, 503, 'NOT_READY', { reason }) : send(res, 200, 200, { status: 'ready' })
      }
      return passOn(req, res, path + url.search)
    },
    fetch: (input, init) => fetch(apiUrl + input.replace(/^\/api/, ''), { ...init, signal: AbortSignal.timeout(PAGE_CALL_MS) }),
    close: () => closing.abort()
  }
}

const passedOn = (headers: IncomingMessage['headers']): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OURS.has(name)))

/** What the API believes with TRUST_PROXY=1: the one address that this front believes itself. */
const visitorOf = (req: IncomingMessage, { TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>): string => {
  const forwarded = TRUST_PROXY
    ? String(req.headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : ''
  return forwarded || (req.socket.remoteAddress ?? '')
}

/** The whole body: calls are small, and one that is too large is refused here, where the connection is ours. */
const bodyOf = async (req: IncomingMessage): Promise<Buffer | null | 'too large'> => {
  if (Number(req.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return 'too large'
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) return 'too large'
    chunks.push(chunk)
  }
  return size > 0 ? Buffer.concat(chunks) : null
}

const refuse = (req: IncomingMessage, res: ServerResponse, status: number, type: CodeType, data: unknown = null): void => {
  const named = req.headers['content-language']?.slice(0, 2)
  const t = getTranslator(isLocale(named) ? named : DEFAULT_LOCALE)
  // The client has words of its own for a connection that failed: the same as when the visitor is offline.
  const message = { type, body: type === 'NETWORK' ? '' : t(`codes:${type}`, { field: '' }) }
  // What of the body was not read must not be taken for the next request.
  if (!req.complete) res.setHeader('Connection', 'close')
  send(res, status, codeNumber(type), data, [message])
}

const send = (res: ServerResponse, status: number, code: number, data: unknown, messages: Envelope<unknown>['messages'] = []): void => {
  const envelope: Envelope<unknown> = { code, messages, data, requestId: crypto.randomUUID() }
  res.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  res.end(JSON.stringify(envelope))
}
