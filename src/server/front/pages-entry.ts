import { hash } from 'node:crypto'
import { createApp } from 'astro/app/entrypoint'
// The middleware of Astro's adapter; it renders from the manifest that is prepared here.
export { handler } from '@astrojs/node/server.js'
import { markOf } from './page-fragments.ts'

/** The entry of the pages' build, made by Astro with all pages in it; run by astro-pages.ts. All apps of a build share one manifest. */
const { manifest } = createApp()
const { csp, routes } = manifest

const hashOf = (text: string): string => `sha256-${hash('sha256', text, 'base64')}`
const hashesOf = (texts: readonly string[]): string[] => [...new Set(texts)].map(hashOf)
const inline = [...new Set(routes.flatMap(({ styles }) => styles.flatMap((one) => (one.type === 'inline' ? one.content : []))))]
/** Inline styles by name. They are half of what is rendered of a page, so that marks stand for them until it is bytes (held-parts.ts). */
export const styles = new Map(inline.map((text, index) => [`style${index}`, text]))
const marks = new Map([...styles].map(([name, text]) => [text, markOf(name)]))

/** The policy of the build: its own directives, and the hashes of everything it ever writes into a page. */
export const policy = {
  directives: csp?.directives ?? [],
  scriptHashes: [
    ...(csp?.scriptHashes ?? []),
    ...hashesOf(routes.flatMap(({ scripts }) => scripts.flatMap((one) => ('children' in one ? one.children : []))))
  ],
  styleHashes: [...(csp?.styleHashes ?? []), ...hashesOf(inline)],
  /** The hash of each mark, and of the style it stands for. */
  marked: new Map([...marks].map(([text, mark]) => [hashOf(mark), hashOf(text)]))
}
for (const { styles: own } of routes) for (const one of own) if (one.type === 'inline') one.content = marks.get(one.content) ?? one.content
// The front writes the header (policy.ts): Astro would hash every style again for every page and name the hashes of all pages.
manifest.shouldInjectCspMetaTags = false
