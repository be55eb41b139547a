import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Fetch } from '#client/call.ts'
import type { RenderedPage } from './page-cache.ts'

type Handler = (req: IncomingMessage, res: ServerResponse, next: undefined, locals: object) => Promise<void>

/** Renders pages of the build through Astro's middleware handler, away from any visitor's request: no cookies, no Host reach a page. */
export const createAstroPages = async (
  dist: string,
  locals: { apiFetch: Fetch; siteUrl: string }
): Promise<(url: string) => Promise<RenderedPage>> => {
  const entry = (await import(pathToFileURL(join(dist, 'server/entry.mjs')).href)) as { handler: Handler }
  return async (url) => {
    const req = new IncomingMessage(new Socket())
    req.method = 'GET'
    req.url = url
    req.headers = { host: new URL(locals.siteUrl).host, accept: 'text/html' }
    req.push(null)
    const chunks: Buffer[] = []
    const res = new ServerResponse(req)
    let head: [number, OutgoingHttpHeaders] = [500, {}]
    // Headers handed to writeHead are not found by getHeaders.
    res.writeHead = ((status: number, headers: OutgoingHttpHeaders = {}) => {
      head = [status, { ...res.getHeaders(), ...headers }]
      return res
    }) as typeof res.writeHead
    const done = new Promise<void>((resolve) => {
      res.write = (chunk: Uint8Array | string) => {
        chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk))
        return true
      }
      res.end = ((chunk?: Uint8Array | string) => {
        if (chunk && typeof chunk !== 'function') chunks.push(Buffer.from(chunk as Uint8Array))
        resolve()
        return res
      }) as typeof res.end
    })
    await entry.handler(req, res, undefined, { ...locals })
    await done
    const [status, given] = head
    const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), String(value)]))
    return { status, headers, body: Buffer.concat(chunks) }
  }
}
