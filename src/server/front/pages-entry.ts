import { hash } from 'node:crypto'
import { createApp } from 'astro/app/entrypoint'
import { keepIslandMarkup } from './island-markup.ts'

/** The entry of the pages' build, made by Astro with all pages in it; run by astro-pages.ts. Nothing of it streams: pages are kept whole. */
const app = createApp({ streaming: false })
const { csp, routes } = app.manifest

const hashesOf = (texts: readonly string[]): string[] => [...new Set(texts)].map((text) => `sha256-${hash('sha256', text, 'base64')}`)
/** The policy of the build: its own directives, and the hashes of everything it ever writes into a page. */
export const policy = {
  directives: csp?.directives ?? [],
  scriptHashes: [
    ...(csp?.scriptHashes ?? []),
    ...hashesOf(routes.flatMap(({ scripts }) => scripts.flatMap((one) => ('children' in one ? one.children : []))))
  ],
  styleHashes: [
    ...(csp?.styleHashes ?? []),
    ...hashesOf(routes.flatMap(({ styles }) => styles.flatMap((one) => (one.type === 'inline' ? one.content : []))))
  ]
}
// The front writes the header (policy.ts): Astro would hash every style again for every page and name the hashes of all pages.
app.manifest.shouldInjectCspMetaTags = false
for (const [at, renderer] of app.manifest.renderers.entries()) app.manifest.renderers[at] = keepIslandMarkup(renderer)

export const render = (request: Request, locals: object): Promise<Response> => app.render(request, { locals })
