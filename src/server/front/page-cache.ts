import { BoundedMap } from './bounded-map.ts'
import { CachedPage, type RenderedPage } from './cached-page.ts'
import { CachedPages } from './cached-pages.ts'
import { createRenderQueue } from './renders.ts'

export interface PageCacheOptions {
  render: (url: string) => Promise<RenderedPage>
  now: () => number
  /** Hears of each render that failed, once. */
  onError: (url: string, cause: unknown) => void
  /** A page older than this is served once more while a fresh one is rendered. */
  freshMs?: number
  /** A page older than this is not served any more, unless there is no other. */
  staleMs?: number
  maxBytes?: number
}
export interface PageCache {
  /** The page of a key when it can be sent as it is; the quick way for most readers. */
  ready(key: string): CachedPage | undefined
  /**
   * The page of a key, rendered from `url` when it must be; null when the renderer says there is none. `status` is what a good render has
   * (fault pages have their own). Rejects when the page cannot be rendered and no good one is left.
   */
  get(key: string, url: string, status?: number): Promise<CachedPage | null>
  /** A page rendered for one reader and not kept; null when the renderer says there is none. */
  once(url: string): Promise<CachedPage | null>
  /** Marks the pages of a tag (`*`: all) as out of date: the next reader of each gets a new one. */
  drop(tag: string): void
  /** Whether a page may still be handed to caches outside for so many milliseconds. */
  lasts(page: CachedPage, ms: number): boolean
  /** Bytes in memory. */
  readonly size: number
}

const FRESH_MS = 60_000
const STALE_MS = 10 * 60_000
const MAX_BYTES = 64 * 1024 * 1024
/** An address that was not there is not looked for again for so long, or until the catalogue changes. */
const MISSING_MS = 30_000
const MAX_MISSING = 10_000
/** After a failure the page is tried again in a second, then in two, and so on up to this. */
const MAX_WAIT_MS = 30_000
const MAX_FAILURES = 1_000

interface Job {
  page: Promise<CachedPage | null>
  /** Of the page as it was; none when it is rendered for the first time. */
  tags: readonly string[] | undefined
  /** The catalogue changed while it was under way. */
  outdated: boolean
}

/** Ready compressed pages in memory: one renderer a page however many wait, stale while revalidated, bounded, patient with failures. */
export const createPageCache = (options: PageCacheOptions): PageCache => {
  const { render, now, onError, freshMs = FRESH_MS, staleMs = STALE_MS, maxBytes = MAX_BYTES } = options
  const pages = new CachedPages(maxBytes)
  const jobs = new Map<string, Job>()
  const missing = new BoundedMap<string, number>(MAX_MISSING)
  const failures = new BoundedMap<string, { count: number; until: number; cause: unknown }>(MAX_FAILURES)
  const inTurn = createRenderQueue()

  const isFresh = (page: CachedPage, at: number): boolean => !page.dropped && at < page.until && at - page.renderedAt < freshMs
  const lasts = (page: CachedPage, ms: number): boolean => {
    const at = now()
    return !page.dropped && at + ms < page.until && at - page.renderedAt < staleMs
  }

  const produce = async (job: Job, key: string, url: string, status: number): Promise<CachedPage | null> => {
    const rendered = await inTurn(() => render(url))
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
    const page = new CachedPage(rendered, at, jobs.size > 1, pages.get(key, at), (grown, bytes) => pages.grow(key, grown, bytes))
    page.dropped = job.outdated
    // A render that the catalogue overtook is better than nothing and no more: it takes no newer one's place.
    if (isCurrent || (!jobs.has(key) && !pages.get(key, at))) pages.set(key, page, at)
    return page
  }

  const start = (key: string, url: string, status: number, before: CachedPage | undefined): Job => {
    const job: Job = { page: Promise.resolve(null), tags: before?.tags, outdated: false }
    jobs.set(key, job)
    job.page = produce(job, key, url, status).then(
      (page) => {
        failures.delete(key)
        return page
      },
      (cause: unknown) => {
        const count = (failures.get(key)?.count ?? 0) + 1
        failures.set(key, { count, until: now() + Math.min(MAX_WAIT_MS, 500 * 2 ** count), cause })
        onError(url, cause)
        throw cause
      }
    )
    const end = (): void => void (jobs.get(key) === job && jobs.delete(key))
    job.page.then(end, end)
    return job
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
      // The job itself hears why; an older page serves.
      const next = page ? job.page.catch(() => page) : job.page
      return page && lasts(page, 0) ? page : next
    },
    once: async (url) => {
      try {
        const rendered = await inTurn(() => render(url))
        if (rendered.status >= 500) throw new Error(`rendered with status ${rendered.status}`)
        return rendered.status === 200 ? new CachedPage(rendered, now(), jobs.size > 0, undefined, () => undefined) : null
      } catch (cause) {
        onError(url, cause)
        throw cause
      }
    },
    drop: (tag) => {
      for (const page of pages.values()) if (tag === '*' || page.tags.includes(tag)) page.dropped = true
      for (const [key, job] of jobs) {
        if (tag !== '*' && job.tags && !job.tags.includes(tag)) continue
        job.outdated = true
        jobs.delete(key)
      }
      missing.clear()
      failures.clear()
    },
    lasts,
    get size() {
      return pages.bytes
    }
  }
}
