import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Kernel } from '#server/kernel.ts'
import { createAstroPages } from './astro-pages.ts'
import { createFiles, createStoredPictures } from './files.ts'
import { commonHeaders } from './headers.ts'
import { createSeo } from './seo/seo.ts'
import type { RenderedPage } from './cached-page.ts'
import { createSender } from './page-answer.ts'
import { createPageCache, type PageCache } from './page-cache.ts'
import { createPages } from './pages.ts'
import { takeTarget } from './target.ts'

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
  /** Renders the page of an address; the build's own pages when missing. */
  render?: (url: string) => Promise<RenderedPage>
}

/** One front for everything: the API, then files, then pages from the cache. */
export const createFront = async (parts: FrontParts): Promise<{ listener: RequestListener; cache: PageCache }> => {
  const { config, dist, log } = parts
  const render = parts.render ?? (await createAstroPages(dist, config, parts.apiFetch))
  const cache = createPageCache({ render, now: parts.now, onError: (url, cause) => log('error', `page ${url}`, cause) })
  const headers = Object.entries(commonHeaders(config))
  const common = headers.flat()
  const files = createFiles(join(dist, 'client'), common)
  const stored = parts.pictures ? createStoredPictures(parts.pictures.base, parts.pictures.folder, common) : null
  const machines = createSeo({
    ...{ fetch: parts.apiFetch, origin: config.SITE_URL, client: join(dist, 'client'), stored: parts.pictures, common, now: parts.now }
  })
  const pages = createPages(cache, createSender({ common, lasts: cache.lasts }), common)

  /** For who can be shown no page. */
  const say = (res: ServerResponse, status: number, text: string): void => {
    const said = ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store', 'Content-Length', String(text.length)]
    res.writeHead(status, [...common, ...said]).end(text)
  }

  const answer = async (req: IncomingMessage, res: ServerResponse, reads: boolean): Promise<void> => {
    const url = takeTarget(req) ? addressOf(req) : null
    if (!url) return say(res, 400, 'This is no address.')
    const isApi = url.pathname === '/api' || url.pathname.startsWith('/api/')
    const other = isApi ? parts.api : /^\/(outbox|simulator)(\/|$)/.test(url.pathname) ? parts.plain : undefined
    if (other) {
      // Checks of load balancers come by HTTP/1.0 without one.
      req.headers.host ||= 'shuka'
      for (const [name, value] of headers) res.setHeader(name, value)
      return other(req, res, url)
    }
    if (reads && (files(req, res, url.pathname) || stored?.(req, res, url.pathname))) return
    if (reads && (await machines(req, res, url.pathname))) return
    return pages.answer(req, res, url)
  }
  return {
    cache,
    listener: (req, res) => {
      const reads = req.method === 'GET' || req.method === 'HEAD'
      const failed = (cause: unknown): void => {
        log('error', `${req.method ?? ''} ${req.url ?? ''}`, cause)
        if (!res.headersSent) say(res, 500, 'Something went wrong on our side. Try again in a minute.')
        // What broke off must not look whole.
        else if (!res.writableEnded) res.destroy()
      }
      try {
        // Nearly every request is for a page or a file that is ready, by the very address it is kept under.
        if (reads && (pages.atOnce(req, res) || files(req, res, req.url ?? ''))) return
      } catch (cause) {
        // A file that cannot be read, because it is gone or too many are open, costs its own answer only.
        return failed(cause)
      }
      answer(req, res, reads).catch(failed)
    }
  }
}

/**
 * The address asked for; the Host header shapes nothing. null when it cannot be read. A path that is no text (`/%ff`) is taken as it is
 * written: nothing has such a name, and whoever asked is told so by a page, or by the API's envelope.
 */
const addressOf = (req: IncomingMessage): URL | null => {
  const target = req.url ?? '/'
  // `//host/path` would be read as another origin.
  const url = URL.parse(`http://shuka${target}`)
  try {
    if (url) decodeURIComponent(url.pathname)
  } catch {
    // An address nobody can read.
    if (url) url.pathname = url.pathname.replaceAll('%', '%25')
  }
  return url
}
