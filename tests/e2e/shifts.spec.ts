import type { Page } from '@playwright/test'
import { IS_FULL } from '#tests/config/full.ts'
import { expect } from '../support/e2e/expect.ts'
import { test } from '../support/e2e/audit/fixtures.ts'
import { shiftFaults, watchShifts } from '../support/e2e/audit/layout-faults.ts'
import { pageKind } from '../support/e2e/audit/page-kinds.ts'
import { openSettled } from '../support/e2e/audit/page-watch.ts'
import { startSlowHtml } from '../support/e2e/audit/slow-html.ts'

// On a good line nothing moves either: every page is watched where it is looked at (pages.spec.ts, budgets.spec.ts).

/** The words arrive piece by piece; fonts, styles and pictures long after them. */
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

const ON_BOTH = ['home', 'supermarket'] as const
/** Alike on both devices: looked at on one. */
const ALIKE = { phone: 'listing of restaurant', desk: 'product with options' } as const
/** Columns side by side, of which the first to arrive must not stand in another's place. */
const ON_DESK = ['product', 'reviews', 'orders of a guest', 'not found'] as const
/** What fills itself in the browser, long after its HTML; a footer comes into sight on a phone first. */
const ON_PHONE = [
  'campaign',
  'checkout of a guest',
  'privacy of a guest',
  'language of a guest',
  'order of a guest',
  'bought before by a guest'
] as const

for (const { name, where } of [
  ...ON_BOTH.map((name) => ({ name, where: '' })),
  ...Object.entries(ALIKE).map(([device, name]) => ({ name, where: IS_FULL ? '' : ` (${device})` })),
  ...ON_DESK.map((name) => ({ name, where: ' (desk)' })),
  ...ON_PHONE.map((name) => ({ name, where: ' (phone)' }))
])
  test(`nothing moves while it loads on a slow line: ${name}${where}`, async ({ page, market, baseURL, comes }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const { origin, close } = await startSlowHtml(baseURL ?? '')
    // Its stepper stands where the button stood.
    if (name === 'product') await comes({ signedIn: true, products: [{ id: market.plain.id, quantity: 2 }] })
    await slowDown(page)
    await watchShifts(page)
    await openSettled(page, `${origin}${pageKind(name, market).path}`)
    await page.waitForLoadState('networkidle')
    expect(await shiftFaults(page)).toEqual([])
    close()
  })

/** Names under which fonts are published, and installed by many. */
const PUBLISHED = /^(Noto (Sans|Serif)\b|Arial|Roboto|Segoe UI|Helvetica|Liberation|DejaVu)/

test('no font of ours has the name of an installed one, which would take its place when it is late (desk)', async ({ page }) => {
  await openSettled(page, '/')
  const families = await page.evaluate(() => [...document.fonts].map(({ family }) => family.replace(/["']/g, '')))
  expect(families.length).toBeGreaterThan(4)
  expect(families.filter((family) => PUBLISHED.test(family))).toEqual([])
})
