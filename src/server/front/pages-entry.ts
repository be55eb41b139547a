import { hash } from 'node:crypto'
import { createApp } from 'astro/app/entrypoint'
// The middleware of Astro's adapter; it renders from the manifest that is prepared here.
export { handler } from '@astrojs/node/server.js'
import { placeholderOf } from './page-fragments.ts'

/** Server entry of the built pages, loaded by astro-pages.ts. All apps of a build share one manifest. */
const { manifest } = createApp()
const { csp, routes } = manifest

const hashOf = (text: string): string => `sha256-${hash('sha256', text, 'base64')}`
const hashesOf = (texts: readonly string[]): string[] => [...new Set(texts)].map(hashOf)
const inline = [...new Set(routes.flatMap(({ styles }) => styles.flatMap((one) => (one.type === 'inline' ? one.content : []))))]
/** Inline styles by name. They are half of a page's HTML, so placeholders stand for them during the render (page-fragments.ts). */
export const styles = new Map(inline.map((text, index) => [`style${index}`, text]))
const placeholders = new Map([...styles].map(([name, text]) => [text, placeholderOf(name)]))

/** The build's part of the CSP: its directives, and hashes of all scripts and styles that pages may contain. */
export const policy = {
  directives: csp?.directives ?? [],
  scriptHashes: [
    ...(csp?.scriptHashes ?? []),
    ...hashesOf(routes.flatMap(({ scripts }) => scripts.flatMap((one) => ('children' in one ? one.children : []))))
  ],
  styleHashes: [...(csp?.styleHashes ?? []), ...hashesOf(inline)],
  /** Hash of each placeholder to the hash of its style. */
  marked: new Map([...placeholders].map(([text, mark]) => [hashOf(mark), hashOf(text)]))
}
for (const { styles: own } of routes)
  for (const one of own) if (one.type === 'inline') one.content = placeholders.get(one.content) ?? one.content
// The front writes the CSP header (policy.ts): Astro would hash every style for every page and list the hashes of all pages.
manifest.shouldInjectCspMetaTags = false
