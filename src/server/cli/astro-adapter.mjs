import { fileURLToPath } from 'node:url'

/** Astro's side of the server: the build's entry renders pages for the front, which answers everything else itself. */
export const pagesAdapter = () => ({
  name: 'pages-adapter',
  hooks: {
    'astro:config:done': ({ setAdapter }) => {
      setAdapter({
        name: 'shuka',
        entrypointResolution: 'auto',
        serverEntrypoint: fileURLToPath(new URL('../front/pages-entry.ts', import.meta.url)),
        adapterFeatures: { buildOutput: 'server', middlewareMode: 'classic' },
        supportedAstroFeatures: { serverOutput: 'stable', hybridOutput: 'stable', sharpImageService: 'stable' }
      })
    }
  }
})
