import { BoundedMap } from './bounded-map.ts'
import { CachedPage, type RenderedPage } from './cached-page.ts'
import { CachedPages } from './cached-pages.ts'
import { createRenderQueue } from './renders.ts'

export interface PageCacheOptions {
  render: (url: string) => Promise<RenderedPage>
  now: () => number
  /** Called once for each failed render. */
  onError: (url: string, cause: unknown) => void
  /** Age in ms from which a page is served stale while a new one is rendered. */
  freshMs?: number
  /** Age in ms from which a page is served only when rendering fails. */
  staleMs?: number
  maxBytes?: number
}
export interface PageCache {
  /** Returns the page of a key when it is fresh: the fast path. */
  ready(key: string): CachedPage | undefined
  /**
   * Returns the page of a key, rendered from `url` if needed; null when the renderer answers 4xx. `status`: the expected status of the
   * render (error pages have their own). Rejects when the page cannot be rendered and none is cached.
   */
  get(key: string, url: string, status?: number): Promise<CachedPage | null>
  /** Renders a page without caching it; null when the renderer answers other than 200. Rejects when the render fails. */
  once(url: string): Promise<CachedPage | null>
  /** Marks the pages of a tag (`*`: all) as outdated: each is rendered again at its next request. */
  drop(tag: string): void
  /** Whether a page may be served for another `ms` milliseconds. */
  lasts(page: CachedPage, ms: number): boolean
  /** Bytes in memory. */
  readonly size: number
}

const FRESH_MS = 60_000
const STALE_MS = 10 * 60_000
const MAX_BYTES = 64 * 1024 * 1024
/** A missing page is not rendered again for this long, or until the catalogue changes. */
const MISSING_MS = 30_000
const MAX_MISSING = 10_000
/** Bound of the back-off after failures, which starts at 1 s and doubles. */
const MAX_RETRY_MS = 30_000
const MAX_FAILURES = 1_000
/** With more renders than these under way, pages are compressed quickly instead of well. */
const MAX_CALM_JOBS = 4
/** Smaller corrections of the clock happen all the time. */
const SET_BACK_MS = 5_000

interface Job {
  page: Promise<CachedPage | null>
  /** Tags of the previous page; undefined when it is rendered for the first time. */
  tags: readonly string[] | undefined
  /** Set when the catalogue changed during the render. */
  outdated: boolean
}

/** A cache of compressed pages: one render per key at a time, stale-while-revalidate, bounded in bytes, with back-off after failures. */
export const createPageCache = (options: PageCacheOptions): PageCache => {
  const { render, onError, freshMs = FRESH_MS, staleMs = STALE_MS, maxBytes = MAX_BYTES } = options
  const pages = new CachedPages(maxBytes)
  const jobs = new Map<string, Job>()
  const missing = new BoundedMap<string, number>(MAX_MISSING)
  const failures = new BoundedMap<string, { count: number; until: number; cause: unknown }>(MAX_FAILURES)
  const enqueue = createRenderQueue()
  let latest = -Infinity
  /** The time. When it was set back, every age here is wrong: pages are rendered again, and nothing counts as missing or failed. */
  const now = (): number => {
    const at = options.now()
    if (at < latest - SET_BACK_MS) drop('*')
    latest = at
    return at
  }

  const isFresh = (page: CachedPage, at: number): boolean => !page.dropped && at < page.until && at - page.renderedAt < freshMs
  const lasts = (page: CachedPage, ms: number): boolean => {
    const at = now()
    return !page.dropped && at + ms < page.until && at - page.renderedAt < staleMs
  }

  const produce = async (job: Job, key: string, url: string, status: number): Promise<CachedPage | null> => {
    const rendered = await enqueue(() => render(url))
    if (rendered.status !== status && rendered.status >= 500) throw new Error(`rendered with status ${rendered.status}`)
    const at = now()
    const isCurrent = jobs.get(key) === job
    if (rendered.status !== status && rendered.status >= 400) {
      if (isCurrent) {
        pages.delete(key)
        missing.set(key, at + MISSING_MS)
      }
      return null
    }
    const page = new CachedPage(rendered, at, jobs.size > MAX_CALM_JOBS, pages.get(key, at), (grown, bytes) =>
      pages.grow(key, grown, bytes)
    )
    page.dropped = job.outdated
    // An outdated render is stored only if there is no newer page or render.
    if (isCurrent || (!jobs.has(key) && !pages.get(key, at))) pages.set(key, page, at)
    return page
  }

  const start = (key: string, url: string, status: number, previous: CachedPage | undefined): Job => {
    const job: Job = { page: Promise.resolve(null), tags: previous?.tags, outdated: false }
    jobs.set(key, job)
    job.page = produce(job, key, url, status).then(
      (page) => {
        failures.delete(key)
        return page
      },
      (cause: unknown) => {
        const count = (failures.get(key)?.count ?? 0) + 1
        failures.set(key, { count, until: now() + Math.min(MAX_RETRY_MS, 500 * 2 ** count), cause })
        onError(url, cause)
        throw cause
      }
    )
    const end = (): void => void (jobs.get(key) === job && jobs.delete(key))
    job.page.then(end, end)
    return job
  }

  const drop = (tag: string): void => {
    for (const page of pages.values()) if (tag === '*' || page.tags.includes(tag)) page.dropped = true
    for (const [key, job] of jobs) {
      if (tag !== '*' && job.tags && !job.tags.includes(tag)) continue
      job.outdated = true
      jobs.delete(key)
    }
    missing.clear()
    failures.clear()
  }

  return {
    ready: (key) => {
      const at = now()
      const page = pages.get(key, at)
      return page && isFresh(page, at) ? page : undefined
    },
    get: async (key, url, status = 200) => {
      const at = now()
      const page = pages.get(key, at)
      if (page && isFresh(page, at)) return page
      if ((missing.get(key) ?? 0) > at) return null
      const failure = failures.get(key)
      if (failure && at < failure.until) {
        if (page) return page
        throw failure.cause
      }
      const job = jobs.get(key) ?? start(key, url, status, page)
      // The failure is reported by the job; the older page is served.
      const next = page ? job.page.catch(() => page) : job.page
      return page && lasts(page, 0) ? page : next
    },
    once: async (url) => {
      try {
        const rendered = await enqueue(() => render(url))
        if (rendered.status >= 500) throw new Error(`rendered with status ${rendered.status}`)
        return rendered.status === 200 ? new CachedPage(rendered, now(), jobs.size >= MAX_CALM_JOBS, undefined, () => undefined) : null
      } catch (cause) {
        onError(url, cause)
        throw cause
      }
    },
    drop,
    lasts,
    get size() {
      return pages.bytes
    }
  }
}
