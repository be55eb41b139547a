import { test as base } from '@playwright/test'
import { readMarket, type Market } from './market.ts'
import { visit, type Visitor, type Wanted } from './person.ts'

export type Comes = (wanted: Wanted) => Promise<Visitor>

/** Tests that know the demo market (asked once a worker) and can make the page's visitor somebody with a past. */
export const test = base.extend<{ comes: Comes }, { market: Market }>({
  market: [
    async ({ playwright }, use, { project }) => {
      const request = await playwright.request.newContext({ baseURL: project.use.baseURL })
      await use(await readMarket(request))
      await request.dispose()
    },
    { scope: 'worker' }
  ],
  comes: async ({ context, baseURL }, use) => use((wanted) => visit(context, baseURL ?? '', wanted))
})
