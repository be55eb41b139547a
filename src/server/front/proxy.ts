import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
  'content-encoding',
  'accept-encoding'
])

/** Hands `/api` on to a remote marketplace API (API_URL): one origin for the browser, no cross-site cookies. Streams pass through. */
export const createProxy =
  (apiUrl: string) =>
  async (req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> => {
    const abort = new AbortController()
    res.once('close', () => abort.abort())
    const headers = new Headers()
    for (const [name, value] of Object.entries(req.headers))
      if (value !== undefined && !HOP_BY_HOP.has(name)) headers.set(name, String(value))
    const hasBody = req.method !== 'GET' && req.method !== 'HEAD'
    const init: RequestInit & { duplex?: 'half' } = {
      method: req.method ?? 'GET',
      headers,
      redirect: 'manual',
      signal: abort.signal,
      ...(hasBody ? { body: Readable.toWeb(req) as unknown as ReadableStream, duplex: 'half' } : {})
    }
    const answer = await fetch(`${apiUrl}${url.pathname.slice('/api'.length)}${url.search}`, init)
    for (const [name, value] of answer.headers) if (!HOP_BY_HOP.has(name) && name !== 'set-cookie') res.setHeader(name, value)
    const cookies = answer.headers.getSetCookie()
    if (cookies.length > 0) res.setHeader('Set-Cookie', cookies)
    res.writeHead(answer.status)
    if (answer.body) await pipeline(Readable.fromWeb(answer.body as NodeStream), res)
    else res.end()
  }
