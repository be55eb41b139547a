import type { CachedPage, RenderedPage } from '#server/front/cached-page.ts'
import { createPageCache, type PageCacheOptions } from '#server/front/page-cache.ts'

export const page = (text: string, headers: Record<string, string> = {}, status = 200): RenderedPage => ({
  status,
  headers,
  body: () => Buffer.from(text)
})
export const textOf = (kept: CachedPage | null): string => kept?.body('identity').toString() ?? ''

export const cacheOf = (render: PageCacheOptions['render'], more: Partial<PageCacheOptions> = {}) => {
  const clock = { at: 1_000_000 }
  const errors: string[] = []
  const cache = createPageCache({
    render,
    now: () => clock.at,
    onError: (url, cause) => errors.push(`${url}: ${cause instanceof Error ? cause.message : String(cause)}`),
    freshMs: 1000,
    staleMs: 10_000,
    ...more
  })
  const read = async (key = '/'): Promise<string> => textOf(await cache.get(key, key))
  return { cache, clock, errors, read }
}
/** A renderer whose pages are v1, v2, …, each waiting until it is let go on. */
export const heldRenderer = (headers: Record<string, string> = {}) => {
  const release: (() => void)[] = []
  const render = async (): Promise<RenderedPage> => {
    const text = `v${release.length + 1}`
    await new Promise<void>((done) => release.push(done))
    return page(text, headers)
  }
  return { render, release }
}
export const counting = (headers: Record<string, string> = {}) => {
  let version = 0
  return () => Promise.resolve(page(`v${(version += 1)}`, headers))
}
