import { EventEmitter } from 'node:events'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** The response of a handler written for Node's HTTP server. */
export interface Collected {
  status: number
  headers: Record<string, string>
  body: Buffer
}
type Handler = (req: IncomingMessage, res: ServerResponse, next: (cause?: unknown) => void, locals?: object) => Promise<void>

const flatHeaders = (headers: OutgoingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')]))

/** A ServerResponse without a socket that collects what is written. */
class CollectingResponse extends EventEmitter {
  statusCode = 200
  statusMessage = ''
  headersSent = false
  readonly done: Promise<Collected>
  #headers: OutgoingHttpHeaders = {}
  readonly #chunks: Uint8Array[] = []
  readonly #result: PromiseWithResolvers<Collected>

  constructor() {
    super()
    this.#result = Promise.withResolvers()
    this.done = this.#result.promise
  }
  writeHead(status: number, headers: OutgoingHttpHeaders | string = {}): this {
    this.statusCode = status
    this.headersSent = true
    if (typeof headers !== 'string') this.#headers = headers
    return this
  }
  write(chunk: Uint8Array | string): boolean {
    this.#chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
    return true
  }
  end(chunk?: Uint8Array | string): this {
    if (chunk !== undefined) this.write(chunk)
    this.#result.resolve({ status: this.statusCode, headers: flatHeaders(this.#headers), body: Buffer.concat(this.#chunks) })
    return this
  }
  /** An aborted response rejects `done`. */
  destroy(cause?: Error): this {
    this.#result.reject(cause ?? new Error('the response was aborted'))
    return this
  }
}

/**
 * Requests a page from a handler written for Node's HTTP server. Nothing of a visitor's request reaches it. Rejects when the handler
 * fails or aborts; an unknown address resolves with an empty 404.
 */
export const collect = (handler: Handler, url: URL, locals: object): Promise<Collected> => {
  const socket = { encrypted: url.protocol === 'https:' }
  const req = Object.assign(new EventEmitter(), {
    url: url.pathname + url.search,
    method: 'GET',
    headers: { host: url.host, accept: 'text/html' },
    socket
  })
  const res = new CollectingResponse()
  const fail = (cause: unknown): void => void res.destroy(cause instanceof Error ? cause : new Error(String(cause)))
  const next = (cause?: unknown): void => (cause ? fail(cause) : void res.writeHead(404).end())
  handler(req as unknown as IncomingMessage, res as unknown as ServerResponse, next, locals).catch(fail)
  return res.done
}
