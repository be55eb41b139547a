import type { AstroIntegration } from 'astro'

/** Runs the marketplace API inside Astro's development server and passes its `fetch` to the pages. */
export const developmentApi = (): AstroIntegration => ({
  name: 'development-api',
  hooks: {
    'astro:server:setup': async ({ server }) => {
      const { createDevApi } = await import('../server/dev.ts')
      const api = await createDevApi()
      Object.assign(globalThis, { [Symbol.for('shuka.api')]: api.fetch })
      server.middlewares.use(async (req, res, next) => {
        try {
          if (!(await api.handle(req, res))) next()
        } catch (cause) {
          next(cause)
        }
      })
    }
  }
})
