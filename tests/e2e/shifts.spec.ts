import { expect, type Page } from '@playwright/test'
import { test } from '../support/e2e/audit/fixtures.ts'
import { shiftFaults, watchShifts } from '../support/e2e/audit/layout-faults.ts'
import { pageKind } from '../support/e2e/audit/page-kinds.ts'
import { openSettled } from '../support/e2e/audit/page-watch.ts'

// On a good line nothing moves either: every page is watched where it is looked at (pages.spec.ts, budgets.spec.ts).

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

const LOOKED_AT = ['home', 'listing of restaurant', 'supermarket', 'product with options', 'campaign'] as const
/** What fills itself in the browser, long after its HTML; a footer comes into sight on a phone first. */
const PERSONAL = [
  'checkout of a guest',
  'privacy of a guest',
  'language of a guest',
  'order of a guest',
  'bought before by a guest'
] as const

for (const name of [...LOOKED_AT, ...PERSONAL])
  test(`nothing moves while it loads on a slow line: ${name}${name.endsWith(' guest') ? ' (phone)' : ''}`, async ({ page, market }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await slowDown(page)
    await watchShifts(page)
    await openSettled(page, pageKind(name, market).path)
    await page.waitForLoadState('networkidle')
    expect(await shiftFaults(page)).toEqual([])
  })

test('pictures of a cover stand where they stood before the last of them arrived (phone)', async ({ page, market }) => {
  await openSettled(page, pageKind('listing of restaurant', market).path)
  const cover = page.locator('.cover').first()
  const places = () =>
    cover.locator('img').evaluateAll((pictures) => pictures.slice(0, 2).map((picture) => picture.getBoundingClientRect().x))
  const before = await places()
  await cover
    .locator('img')
    .nth(2)
    .evaluate((picture) => picture.remove())
  expect(await places()).toEqual(before)
})

/** Names under which fonts are published, and installed by many. */
const PUBLISHED = /^(Noto (Sans|Serif)\b|Arial|Roboto|Segoe UI|Helvetica|Liberation|DejaVu)/

test('no font of ours has the name of an installed one, which would take its place when it is late (desk)', async ({ page }) => {
  await openSettled(page, '/')
  const families = await page.evaluate(() => [...document.fonts].map(({ family }) => family.replace(/["']/g, '')))
  expect(families.length).toBeGreaterThan(4)
  expect(families.filter((family) => PUBLISHED.test(family))).toEqual([])
})
