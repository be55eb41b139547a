import type { NamedSSRLoadedRendererValue } from 'astro'
import { createElement, type ComponentType } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { BoundedMap } from './bounded-map.ts'

const MAX_CACHED = 500
/** Longer properties (as JSON) belong to one page and are not cached. */
const MAX_PROPERTIES_LENGTH = 500
/** Resource hints that React adds; the page's head has them already. */
const HINTS = /<link\s[^>]*rel="(?:preload|modulepreload|stylesheet|preconnect|dns-prefetch)"[^>]*>/g

interface Markup {
  html: string
  attrs: { prefix: string }
}

/**
 * Wraps the renderer of islands with a cache. The markup before hydration depends on component and properties only (the first render in
 * the browser must equal it). Also skips Astro's trial render in `check`.
 */
export const cacheIslandMarkup = (renderer: NamedSSRLoadedRendererValue): NamedSSRLoadedRendererValue => {
  const cache = new WeakMap<ComponentType, BoundedMap<string, Markup>>()
  const islands = new WeakMap<object, number>()

  const markupOf = async (Component: ComponentType, props: object, prefix: string): Promise<Markup> => {
    const key = prefix + JSON.stringify(props)
    const markups = cache.get(Component) ?? new BoundedMap<string, Markup>(MAX_CACHED)
    cache.set(Component, markups)
    const cached = markups.get(key)
    if (cached) return cached
    const stream = await renderToReadableStream(createElement(Component, props), { identifierPrefix: prefix })
    // Pages are not streamed: suspended parts must be complete.
    await stream.allReady
    const html = (await new Response(stream).text()).replace(HINTS, '')
    const markup = { html, attrs: { prefix } }
    if (key.length < MAX_PROPERTIES_LENGTH) markups.set(key, markup)
    return markup
  }

  return {
    ...renderer,
    check: (Component: unknown) => Promise.resolve(typeof Component === 'function'),
    renderToStaticMarkup(this: { result: object }, Component: ComponentType, props: object, slots: object) {
      if (Object.keys(slots).length > 0) return Promise.reject(new Error('an island takes no slots'))
      // A prefix per island keeps the ids of useId unique within the page.
      const nth = islands.get(this.result) ?? 0
      islands.set(this.result, nth + 1)
      return markupOf(Component, props, `r${nth}`)
    }
  }
}
