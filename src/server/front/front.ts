import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { isPrivateShop, type Config } from '#server/config.ts'
import type { Kernel } from '#server/kernel.ts'
import { createAstroPages } from './astro-pages.ts'
import { isBrokenOff } from './broken-off.ts'
import { createCities } from './cities.ts'
import { createFiles, createStoredPictures } from './files.ts'
import { commonHeaders } from './headers.ts'
import { createDomainAssociation } from './seo/domain-association.ts'
import { createSeo } from './seo/seo.ts'
import type { RenderedPage } from './cached-page.ts'
import { createSender } from './page-answer.ts'
import { createPageCache, type PageCache } from './page-cache.ts'
import { createPages } from './pages.ts'
import { loggedPath, normalizeTarget } from './target.ts'

const GALLERY = /^\/((en|ru|hy)\/)?gallery\/*$/

type Answer = (req: IncomingMessage, res: ServerResponse, url: URL) => Promise<void> | void

export interface FrontParts {
  config: Config
  /** Folder of the build. */
  dist: string
  /** Answers `/api`. */
  api: Answer
  /** In-process fetch of the API, for pages. */
  apiFetch: (input: string, init?: RequestInit) => Promise<Response>
  /** Pages of the simulators (`/outbox`, `/simulator`); missing when a remote API serves them. */
  simulatorPages?: Answer
  /** URL prefix and folder of the pictures of imported markets. */
  pictures?: { base: string; folder: string }
  now: () => number
  log: Kernel['log']
  /** Renders the page of a URL; defaults to the built pages. */
  render?: (url: string) => Promise<RenderedPage>
}

/** Returns the HTTP listener of the process: the API, then files, then pages from the cache. */
export const createFront = async (parts: FrontParts): Promise<{ listener: RequestListener; cache: PageCache }> => {
  const { config, dist, log } = parts
  const render = parts.render ?? (await createAstroPages(dist, config, parts.apiFetch))
  const cache = createPageCache({ render, now: parts.now, onError: (url, cause) => log('error', `page ${loggedPath(url)}`, cause) })
  const headers = Object.entries(commonHeaders(config))
  const common = headers.flat()
  const files = createFiles(join(dist, 'client'), common)
  const storedPictures = parts.pictures ? createStoredPictures(parts.pictures.base, parts.pictures.folder, common) : null
  const seo = createSeo({
    fetch: parts.apiFetch,
    origin: config.SITE_URL,
    client: join(dist, 'client'),
    stored: parts.pictures,
    common,
    now: parts.now
  })
  const association = createDomainAssociation(config.APPLE_PAY_DOMAIN, common)
  const cities = createCities(parts.apiFetch, parts.now)
  const pages = createPages(cache, cities, createSender({ common, lasts: cache.lasts }), common)

  /** Sends a plain-text response where no page can be shown. */
  const sendText = (res: ServerResponse, status: number, text: string): void => {
    const textHeaders = ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store', 'Content-Length', String(text.length)]
    res.writeHead(status, [...common, ...textHeaders]).end(text)
  }

  const answer = async (req: IncomingMessage, res: ServerResponse, isRead: boolean): Promise<void> => {
    const url = normalizeTarget(req) ? parseUrl(req) : null
    if (!url) return sendText(res, 400, 'This is no address.')
    const isApi = url.pathname === '/api' || url.pathname.startsWith('/api/')
    const handler = isApi ? parts.api : /^\/(outbox|simulator)(\/|$)/.test(url.pathname) ? parts.simulatorPages : undefined
    if (handler) {
      // Health checks of load balancers use HTTP/1.0 and send no Host header.
      req.headers.host ||= 'shuka'
      for (const [name, value] of headers) res.setHeader(name, value)
      return handler(req, res, url)
    }
    if (isRead && (files(req, res, url.pathname) || storedPictures?.(req, res, url.pathname))) return
    if (isRead && association(req, res, url.pathname)) return
    if (isRead && (await seo(req, res, url.pathname))) return
    // The gallery of dialogs is for those who work on them: not in public.
    if (GALLERY.test(url.pathname) && !isPrivateShop(config)) url.pathname = `${url.pathname}/404`
    return pages.answer(req, res, url)
  }
  return {
    cache,
    listener: (req, res) => {
      const isRead = req.method === 'GET' || req.method === 'HEAD'
      const failed = (cause: unknown): void => {
        if (isBrokenOff(req)) return void res.destroy()
        log('error', `${req.method ?? ''} ${loggedPath(req.url ?? '')}`, cause)
        if (!res.headersSent) sendText(res, 500, 'Something went wrong on our side. Try again in a minute.')
        // The connection is cut, so that a partial response does not look complete.
        else if (!res.writableEnded) res.destroy()
      }
      try {
        // Fast path: most requests are for a cached page or a file, by the exact key.
        if (isRead && (pages.atOnce(req, res) || files(req, res, req.url ?? ''))) return
      } catch (cause) {
        // A file that cannot be read (removed, or too many open) fails this request only.
        return failed(cause)
      }
      answer(req, res, isRead).catch(failed)
    }
  }
}

/**
 * Returns the requested URL, null when it cannot be parsed. The Host header is ignored. A path with invalid escapes (`/%ff`) is taken
 * literally, so that it ends as a 404 page or in the API's envelope.
 */
const parseUrl = (req: IncomingMessage): URL | null => {
  const target = req.url ?? '/'
  // `//host/path` would be read as another origin.
  const url = URL.parse(`http://shuka${target}`)
  try {
    if (url) decodeURIComponent(url.pathname)
  } catch {
    // Invalid percent-encoding.
    if (url) url.pathname = url.pathname.replaceAll('%', '%25')
  }
  return url
}
