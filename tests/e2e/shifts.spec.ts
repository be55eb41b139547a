import { expect, type Page } from '@playwright/test'
import { test } from '../support/e2e/audit/fixtures.ts'
import { shiftsOf, watchShifts } from '../support/e2e/audit/layout-faults.ts'
import { pageKind } from '../support/e2e/audit/page-kinds.ts'
import { openSettled } from '../support/e2e/audit/page-watch.ts'

/** Cumulative layout shift of a page that nobody has touched. */
const MOST_SHIFT = 0.01

/** Fonts, styles and pictures arrive long after the words. */
const slowDown = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000
  })
}

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

for (const name of ['home', 'listing of restaurant', 'supermarket', 'product with options', 'campaign'] as const) {
  for (const who of ['a guest', 'a guest on a slow line', 'somebody with a basket'] as const) {
    test(`nothing moves while it loads: ${name}, ${who}`, async ({ page, market, comes }) => {
      if (who === 'somebody with a basket')
        await comes({ signedIn: true, withAddress: true, products: [{ id: market.plain.id, quantity: 2 }] })
      if (who === 'a guest on a slow line') await slowDown(page)
      await watchShifts(page)
      await openSettled(page, pageKind(name, market).path)
      await page.waitForLoadState('networkidle')
      const shifts = await shiftsOf(page)
      const total = shifts.reduce((sum, { value }) => sum + value, 0)
      expect(total, JSON.stringify(shifts)).toBeLessThanOrEqual(MOST_SHIFT)
    })
  }
}
