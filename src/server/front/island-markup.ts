import type { NamedSSRLoadedRendererValue } from 'astro'
import { createElement, type ComponentType } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { BoundedMap } from './bounded-map.ts'

const MAX_CACHED = 500
/** Properties that say more than this are one page's own, and not worth keeping. */
const MAX_PROPERTIES_LENGTH = 500
/** React asks early for what a page will need; ours has asked in its head. */
const HINTS = /<link\s[^>]*rel="(?:preload|modulepreload|stylesheet|preconnect|dns-prefetch)"[^>]*>/g

interface Markup {
  html: string
  attrs: { prefix: string }
}

/**
 * The renderer of islands, quicker. What an island shows before it wakes follows from its component and properties alone (the browser's first
 * render must equal it), so the few that stand on every page are written once; the renderer itself writes each twice, to see whether it can.
 */
export const cacheIslandMarkup = (renderer: NamedSSRLoadedRendererValue): NamedSSRLoadedRendererValue => {
  const kept = new WeakMap<ComponentType, BoundedMap<string, Markup>>()
  const islands = new WeakMap<object, number>()

  const markupOf = async (Component: ComponentType, props: object, prefix: string): Promise<Markup> => {
    const key = prefix + JSON.stringify(props)
    const known = kept.get(Component) ?? new BoundedMap<string, Markup>(MAX_CACHED)
    kept.set(Component, known)
    const before = known.get(key)
    if (before) return before
    const stream = await renderToReadableStream(createElement(Component, props), { identifierPrefix: prefix })
    // What waits for a part of itself is written when it is whole: nothing of a page comes later.
    await stream.allReady
    const html = (await new Response(stream).text()).replace(HINTS, '')
    const markup = { html, attrs: { prefix } }
    if (key.length < MAX_PROPERTIES_LENGTH) known.set(key, markup)
    return markup
  }

  return {
    ...renderer,
    check: (Component: unknown) => Promise.resolve(typeof Component === 'function'),
    renderToStaticMarkup(this: { result: object }, Component: ComponentType, props: object, slots: object) {
      if (Object.keys(slots).length > 0) return Promise.reject(new Error('an island takes no slots'))
      // Ids that one island makes are no other's on its page.
      const nth = islands.get(this.result) ?? 0
      islands.set(this.result, nth + 1)
      return markupOf(Component, props, `r${nth}`)
    }
  }
}
