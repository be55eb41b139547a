import type { Endpoint, Envelope, Input, Reply } from '#contract/endpoint.ts'
import type { CodeType } from '#contract/codes.ts'
import type { Locale } from '#domain/locale.ts'
import { writeQuery } from './query.ts'

/** A non-OK response, thrown by calls. `message` is the server's text in the language of the request (spec section 8). */
export class ApiError extends Error {
  readonly type: CodeType
  readonly code: number
  readonly field: string | undefined
  readonly data: unknown
  constructor(type: CodeType, code: number, message: string, field?: string, data?: unknown) {
    super(message)
    this.name = 'ApiError'
    this.type = type
    this.code = code
    this.field = field
    this.data = data
  }
}

/** For `.catch`: resolves to `instead` when the call was refused, aborted, or failed in the network; rethrows all other errors. */
export const ifRefused =
  <T>(instead: T) =>
  (cause: unknown): T => {
    if (cause instanceof ApiError || (cause instanceof Error && cause.name === 'AbortError')) return instead
    throw cause
  }

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>

/** What every request needs from its environment. Functions, because the session can change while a page is open. */
export interface CallerOptions {
  fetch: Fetch
  /** Base URL of the API without a trailing slash; default: the page's own origin. */
  base?: string
  locale: Locale
  sessionId?: () => string
  accessToken?: () => string | null
  isAdult?: () => boolean
  /** Awaited before every call that is not public: waits for a running refresh, or starts one that is due. */
  ready?: () => Promise<void>
  /** Called on body code 401 with the token the call used. true: repeat the call; rejects with the error of the refresh. */
  refresh?: (token: string | null) => Promise<boolean>
  /** Solves the challenge in the data of CHALLENGE_REQUIRED; the call is repeated with the solution. */
  solve?: (challenge: unknown) => Promise<string>
}

export interface CallOptions {
  idempotencyKey?: string
  signal?: AbortSignal
  /** The browser completes the request even when the page is left. */
  keepalive?: boolean
  challengeSolution?: string
}

export type Call = <E extends Endpoint>(endpoint: E, ...rest: CallArguments<E>) => Promise<Reply<E>>
type CallArguments<E> = object extends Input<E> ? [input?: Input<E>, options?: CallOptions] : [input: Input<E>, options?: CallOptions]

interface Parts {
  params?: Record<string, string | number>
  query?: object
  body?: object
}

/** Creates the only fetch client: headers of spec section 7, envelope, one refresh and one retry. */
export const createCaller = (options: CallerOptions): Call => {
  const send = async (endpoint: Endpoint, parts: Parts, call: CallOptions): Promise<Envelope<unknown>> => {
    let response: Response
    const body = parts.body instanceof Blob ? parts.body : (JSON.stringify(parts.body) as string | undefined)
    try {
      response = await options.fetch(addressOf(endpoint, parts, options.base ?? '/api'), {
        method: endpoint.method,
        headers: headersOf(endpoint, options, call, typeof body === 'string'),
        ...(body === undefined ? {} : { body }),
        ...(call.signal ? { signal: call.signal } : {}),
        ...(call.keepalive ? { keepalive: true } : {}),
        credentials: 'same-origin'
      })
    } catch (cause) {
      if (call.signal?.aborted) throw cause
      throw new ApiError('NETWORK', 503, '')
    }
    const envelope = await response.json().catch(() => null)
    // A proxy's error page, or a truncated response: whether the API received the call is unknown.
    if (!isEnvelope(envelope)) throw new ApiError('NETWORK', 503, '')
    return envelope
  }

  const run = async (endpoint: Endpoint, input: Parts = {}, call: CallOptions = {}): Promise<unknown> => {
    if (endpoint.access !== 'public') await options.ready?.()
    const token = options.accessToken?.() ?? null
    let answer = await send(endpoint, input, call)
    if (answer.code === 401 && options.refresh && (await options.refresh(token))) answer = await send(endpoint, input, call)
    // The second asks for what only the first let through: the limit of a network, then that of a contact.
    for (let round = 0; round < 2 && options.solve && answer.messages[0]?.type === 'CHALLENGE_REQUIRED'; round += 1)
      answer = await send(endpoint, input, { ...call, challengeSolution: await options.solve(answer.data) })
    if (answer.code === 200) return answer.data
    const [first] = answer.messages
    // A type unknown to this build is handled like any other code: validating it would bundle the table of codes into every page.
    throw new ApiError((first?.type || 'CUSTOM') as CodeType, answer.code, first?.body ?? '', first?.field, answer.data)
  }
  return run as Call
}

const isEnvelope = (value: unknown): value is Envelope<unknown> =>
  typeof value === 'object' && value !== null && 'code' in value && 'messages' in value && Array.isArray(value.messages)

/** URL of an endpoint with its parameters and query, also for streams and links. */
export const addressOf = (endpoint: Endpoint, parts: Parts, base = '/api'): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(parts.params?.[name] ?? '')))
  const query = parts.query ? writeQuery(parts.query) : ''
  return `${base}${path}${query ? `?${query}` : ''}`
}

/** The headers every request carries (spec section 7). */
export const headersOf = (endpoint: Endpoint, options: CallerOptions, call: CallOptions = {}, hasBody = false): Record<string, string> => {
  const token = options.accessToken?.()
  return {
    Accept: endpoint.stream ? 'text/event-stream' : 'application/json',
    'Session-Id': options.sessionId?.() ?? '',
    'Content-Language': options.locale,
    'Content-Currency': 'AMD',
    'Request-Method': endpoint.method,
    'Not-For-Minors': options.isAdult?.() ? '1' : '0',
    'Cache-Control': 'no-cache',
    ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(call.idempotencyKey ? { 'Idempotency-Key': call.idempotencyKey } : {}),
    ...(call.challengeSolution ? { 'Challenge-Solution': call.challengeSolution } : {})
  }
}
