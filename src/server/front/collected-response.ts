import { EventEmitter } from 'node:events'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** What a handler for Node's server has answered. */
export interface Collected {
  status: number
  headers: Record<string, string>
  body: Buffer
}
type Handler = (req: IncomingMessage, res: ServerResponse, next: (cause?: unknown) => void, locals?: object) => Promise<void>

const plain = (headers: OutgoingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')]))

/** Takes an answer as Node's own response does, and keeps it: no socket is behind it. */
class CollectingResponse extends EventEmitter {
  statusCode = 200
  statusMessage = ''
  headersSent = false
  readonly done: Promise<Collected>
  #headers: OutgoingHttpHeaders = {}
  readonly #pieces: Uint8Array[] = []
  readonly #settle: PromiseWithResolvers<Collected>

  constructor() {
    super()
    this.#settle = Promise.withResolvers()
    this.done = this.#settle.promise
  }
  writeHead(status: number, headers: OutgoingHttpHeaders | string = {}): this {
    this.statusCode = status
    this.headersSent = true
    if (typeof headers !== 'string') this.#headers = headers
    return this
  }
  write(piece: Uint8Array | string): boolean {
    this.#pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece)
    return true
  }
  end(piece?: Uint8Array | string): this {
    if (piece !== undefined) this.write(piece)
    this.#settle.resolve({ status: this.statusCode, headers: plain(this.#headers), body: Buffer.concat(this.#pieces) })
    return this
  }
  /** What broke off is no answer. */
  destroy(cause?: Error): this {
    this.#settle.reject(cause ?? new Error('the answer broke off'))
    return this
  }
}

/**
 * Asks a handler that was made for Node's server for the page at an address. Nothing of any visitor's request reaches it. Rejects when the
 * handler breaks off; an address it does not know is an empty 404.
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
