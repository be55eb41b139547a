import { test as base } from '@playwright/test'
import { readMarket, type Market } from './market.ts'

/** Tests that know the demo market; asked once a worker. */
export const test = base.extend<object, { market: Market }>({
  market: [
    async ({ playwright }, use, { project }) => {
      const request = await playwright.request.newContext({ baseURL: project.use.baseURL })
      await use(await readMarket(request))
      await request.dispose()
    },
    { scope: 'worker' }
  ]
})
