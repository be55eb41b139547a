import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { maxBodyBytes } from '#contract/body-limit.ts'
import { codeNumber, type CodeType } from '#contract/codes.ts'
import type { Envelope } from '#contract/endpoint.ts'
import { DEFAULT_LOCALE, isLocale } from '#domain/locale.ts'
import { getTranslator } from '#i18n/translate.ts'
import type { Config } from '#server/config.ts'
import type { Kernel } from '#server/kernel.ts'
import { clientAddress } from '#server/client-address.ts'
import { createRemoteApi, type Timeouts, SlowApi } from './remote-api.ts'
import { loggedPath } from './target.ts'

/** Headers that are not forwarded: hop-by-hop ones (RFC 9110, 7.6.1), `expect` (answered here), and those that the front sets itself. */
const HOP_HEADERS = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
  'content-length',
  'x-forwarded-for'
])
/** Time limit of each API call of a page. */
const PAGE_CALL_MS = 10_000
/** Time limit of a readiness check: load balancers ask every few seconds. */
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
  /** Lines of this process's log that could not be written, which its own `/ready` counts. */
  lostLogLines: Kernel['lostLogLines']
  timeouts?: Timeouts
}

/**
 * Forwards `/api` to a remote marketplace API (API_URL), streams included: one origin for the browser, no cross-site cookies.
 * When the API does not answer: 502 of type NETWORK, or 504 of type TIMEOUT (408) when it took the call and was too slow, which clients treat as "outcome unknown" and retry; `/ready` is NOT_READY with the
 * reason `api`, and cached pages are still served.
 */
export const createProxy = ({ apiUrl, config, log, stopping, lostLogLines, timeouts }: ProxyParts): Proxy => {
  const ask = createRemoteApi(apiUrl, timeouts)
  const closing = new AbortController()

  let wasReady = true
  /** The front is ready when its API is. Only 200 counts: a proxy in between may answer with anything else. */
  const isReady = async (): Promise<boolean> => {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(Math.min(READY_MS, timeouts?.headers ?? READY_MS))])
    const ready = await ask({ method: 'GET', path: '/ready', headers: {}, body: null, signal }).then(
      (answer) => answer.resume().statusCode === 200,
      () => false
    )
    if (ready !== wasReady) log(ready ? 'info' : 'error', `the API at ${new URL(apiUrl).host} is ${ready ? 'ready again' : 'not ready'}`)
    return (wasReady = ready)
  }

  const forward = async (req: IncomingMessage, res: ServerResponse, path: string): Promise<void> => {
    const clientGone = new AbortController()
    res.once('close', () => clientGone.abort())
    const address = addressOf(req, config)
    if (address === null) return refuse(req, res, 400, 'BAD_REQUEST', null, 'X-Forwarded-For')
    const body = await bodyOf(req, maxBodyBytes(path.replace(/\?.*$/s, '')))
    if (body === 'too large') return refuse(req, res, 413, 'PAYLOAD_TOO_LARGE')
    const headers: OutgoingHttpHeaders = { ...forwardedHeaders(req.headers), ...(address === '' ? {} : { 'x-forwarded-for': address }) }
    if (body) headers['content-length'] = body.length
    let answer: IncomingMessage
    try {
      answer = await ask({ method: req.method ?? 'GET', path, headers, body, signal: AbortSignal.any([clientGone.signal, closing.signal]) })
    } catch (cause) {
      if (clientGone.signal.aborted) return
      log('error', `${req.method ?? ''} ${loggedPath(`/api${path}`)} was not passed on`, cause)
      return cause instanceof SlowApi ? refuse(req, res, 504, 'TIMEOUT') : refuse(req, res, 502, 'NETWORK')
    }
    for (const [name, value] of Object.entries(forwardedHeaders(answer.headers))) if (value !== undefined) res.setHeader(name, value)
    if (answer.headers['content-length']) res.setHeader('content-length', answer.headers['content-length'])
    res.writeHead(answer.statusCode ?? 502)
    res.flushHeaders()
    // A partial response must not look complete: pipeline destroys the visitor's connection as well.
    await pipeline(answer, res).catch(() => undefined)
  }
  return {
    answer: async (req, res, url) => {
      const path = url.pathname.slice('/api'.length)
      if (path === '/health') return send(res, 200, 200, { status: 'ok' })
      if (path === '/ready' && (req.method === 'GET' || req.method === 'HEAD')) {
        const reason = stopping.aborted ? 'stopping' : (await isReady()) ? null : 'api'
        return reason
          ? refuse(req, res, 503, 'NOT_READY', { reason })
          : send(res, 200, 200, { status: 'ready', lostLogLines: lostLogLines() })
      }
      return forward(req, res, path + url.search)
    },
    fetch: (input, init) => fetch(apiUrl + input.replace(/^\/api/, ''), { ...init, signal: AbortSignal.timeout(PAGE_CALL_MS) }),
    close: () => closing.abort()
  }
}

const forwardedHeaders = (headers: IncomingMessage['headers']): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_HEADERS.has(name)))

/** The client's address as this front sees it; the API trusts it with TRUST_PROXY=1. Null when the header of the own proxy names none. */
const addressOf = (req: IncomingMessage, { TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>): string | null =>
  clientAddress(req.headers['x-forwarded-for']?.toString(), req.socket.remoteAddress, TRUST_PROXY)

/** Reads the whole body. Bodies are small; one that is too large is refused here, where the visitor's connection can be closed. */
const bodyOf = async (req: IncomingMessage, most: number): Promise<Buffer | null | 'too large'> => {
  if (Number(req.headers['content-length'] ?? 0) > most) return 'too large'
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) return 'too large'
    chunks.push(chunk)
  }
  return size > 0 ? Buffer.concat(chunks) : null
}

const refuse = (req: IncomingMessage, res: ServerResponse, status: number, type: CodeType, data: unknown = null, field = ''): void => {
  const language = req.headers['content-language']?.slice(0, 2)
  const t = getTranslator(isLocale(language) ? language : DEFAULT_LOCALE)
  // The client has its own text for NETWORK, the same as when the visitor is offline.
  const message = { type, body: type === 'NETWORK' ? '' : t(`codes:${type}`, { field }), ...(field === '' ? {} : { field }) }
  // The unread rest of the body must not be parsed as the next request.
  if (!req.complete) res.setHeader('Connection', 'close')
  send(res, status, codeNumber(type), data, [message])
}

const send = (res: ServerResponse, status: number, code: number, data: unknown, messages: Envelope<unknown>['messages'] = []): void => {
  const envelope: Envelope<unknown> = { code, messages, data, requestId: crypto.randomUUID() }
  res.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  res.end(JSON.stringify(envelope))
}
