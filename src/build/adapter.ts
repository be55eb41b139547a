import node from '@astrojs/node'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

const ENTRY = fileURLToPath(new URL('../server/front/pages-entry.ts', import.meta.url))

/** Astro's Node adapter in middleware mode, with our entry, which also exports the data for the front's CSP (pages-entry.ts). */
export const pagesAdapter = (): AstroIntegration => {
  // Pages are cached whole, so streaming is off.
  const { name, hooks } = node({ mode: 'middleware', experimentalDisableStreaming: true })
  const done = hooks['astro:config:done']
  if (!done) throw new Error(`${name} sets no adapter`)
  return {
    name,
    hooks: {
      ...hooks,
      'astro:config:done': (options) =>
        done({ ...options, setAdapter: (adapter) => options.setAdapter({ ...adapter, serverEntrypoint: ENTRY }) })
    }
  }
}
