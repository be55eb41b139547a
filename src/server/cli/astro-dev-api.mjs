/** In development the marketplace API answers inside Astro's own server, and its `fetch` is handed to the pages. */
export const devApi = () => ({
  name: 'dev-api',
  hooks: {
    'astro:server:setup': async ({ server }) => {
      const { createDevApi } = await import('../dev.ts')
      const api = await createDevApi()
      globalThis[Symbol.for('shuka.api')] = api.fetch
      server.middlewares.use(async (req, res, next) => {
        try {
          if (!(await api.handle(req, res))) next()
        } catch (error) {
          next(error)
        }
      })
    }
  }
})
