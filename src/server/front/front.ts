import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Kernel } from '#server/routes/caller.ts'
import { createAstroPages } from './astro-pages.ts'
import { createFiles, createStoredPictures } from './files.ts'
import { commonHeaders } from './headers.ts'
import { createPageCache, type PageCache } from './page-cache.ts'
import { createPages } from './pages.ts'

type Answer = (req: IncomingMessage, res: ServerResponse, url: URL) => Promise<void> | void

export interface FrontParts {
  config: Config
  /** Folder of the build. */
  dist: string
  /** Answers `/api`. */
  api: Answer
  /** The API's own fetch, for pages. */
  apiFetch: (input: string, init?: RequestInit) => Promise<Response>
  /** Pages the server writes itself (`/outbox`, `/simulator`); missing when a remote API has them. */
  plain?: Answer
  /** Where the pictures of imported markets lie. */
  pictures?: { base: string; folder: string }
  now: () => number
  log: Kernel['log']
}

/** One front for everything: the API, then files, then pages from the cache. */
export const createFront = async (parts: FrontParts): Promise<{ listener: RequestListener; cache: PageCache }> => {
  const { config, dist, log } = parts
  const render = await createAstroPages(dist, { apiFetch: parts.apiFetch, siteUrl: config.SITE_URL })
  const onError = (url: string, cause: unknown): void => log('error', `page ${url}`, cause)
  const cache = createPageCache({ render, now: parts.now, onError })
  const files = createFiles(join(dist, 'client'))
  const stored = parts.pictures ? createStoredPictures(parts.pictures.base, parts.pictures.folder) : null
  const pages = createPages(cache, config, onError)
  const headers = Object.entries(commonHeaders(config))

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const url = addressOf(req)
    if (!url) {
      res.writeHead(400, { 'Content-Type': 'text/plain' }).end('400')
      return
    }
    for (const [name, value] of headers) res.setHeader(name, value)
    if (url.pathname === '/api' || url.pathname.startsWith('/api/')) return parts.api(req, res, url)
    if (parts.plain && /^\/(outbox|simulator)(\/|$)/.test(url.pathname)) return parts.plain(req, res, url)
    if ((req.method === 'GET' || req.method === 'HEAD') && (files(req, res, url.pathname) || stored?.(req, res, url.pathname))) return
    return pages(req, res, url)
  }
  return {
    cache,
    listener: (req, res) => {
      answer(req, res).catch((cause: unknown) => {
        log('error', `${req.method ?? ''} ${req.url ?? ''}`, cause)
        if (!res.headersSent) res.writeHead(500, { 'Content-Type': 'text/plain' })
        res.end()
      })
    }
  }
}

/** The address asked for; the Host header shapes nothing. null when it cannot be read. */
const addressOf = (req: IncomingMessage): URL | null => {
  const target = req.url ?? '/'
  // `//host/path` would be read as another origin.
  const url = URL.parse(`http://shuka${target.startsWith('/') ? target : `/${target}`}`)
  try {
    if (url) decodeURIComponent(url.pathname)
  } catch {
    return null
  }
  return url
}
