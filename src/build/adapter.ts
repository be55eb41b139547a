import node from '@astrojs/node'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

const ENTRY = fileURLToPath(new URL('../server/front/pages-entry.ts', import.meta.url))

/** Astro's own adapter for Node as a middleware; its entry is ours, which sends the same handler and what the front writes policies from. */
export const pagesAdapter = (): AstroIntegration => {
  // Pages are cached whole: nothing of them streams.
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
