import react from '@astrojs/react'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

const SERVER_ENTRY = fileURLToPath(new URL('../server/front/island-renderer.ts', import.meta.url))

/** Astro's React integration with our server renderer (island-markup.ts); the client stays Astro's. */
export const reactIslands = (): AstroIntegration => {
  const { name, hooks } = react()
  const setUp = hooks['astro:config:setup']
  if (!setUp) throw new Error(`${name} adds no renderer`)
  return {
    name,
    hooks: {
      ...hooks,
      'astro:config:setup': (options) =>
        setUp({ ...options, addRenderer: (renderer) => options.addRenderer({ ...renderer, serverEntrypoint: SERVER_ENTRY }) })
    }
  }
}
