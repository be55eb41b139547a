import { IS_FULL } from '#tests/config/full.ts'
import { expect, type Page } from '@playwright/test'
import { LOCALES, localePath, type Locale } from '#domain/locale.ts'
import { test } from '../support/e2e/audit/fixtures.ts'
import type { Device } from '../support/e2e/audit/layout.ts'
import { shiftFaults, watchShifts } from '../support/e2e/audit/layout-faults.ts'
import { languageHere, PAGE_KINDS, pageKind, type KindName } from '../support/e2e/audit/page-kinds.ts'
import { openSettled } from '../support/e2e/audit/page-watch.ts'
import { watchRequests } from '../support/e2e/audit/visit-page.ts'

// A first visit over a fast line with a slow processor: the browser draws while the HTML is still read, and our fonts come in the middle of it.

const WIDTHS: Record<Device, readonly number[]> = { phone: [375, 320, 768], desk: [1280, 1260, 1620] }
const HEIGHTS: Record<Device, number> = { phone: 780, desk: 860 }
/** Short pages, whose footer is in sight, and those whose parts come from the browser. */
const SAMPLE: Record<Device, readonly KindName[]> = {
  phone: ['account of a guest', 'listing of giftCard'],
  desk: ['promo codes', 'campaign']
}

interface FirstView {
  name: KindName
  locale: Locale
  width: number
}
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
const firstViews = (device: Device): FirstView[] =>
  IS_FULL
    ? PAGE_KINDS.flatMap((name) => LOCALES.flatMap((locale) => WIDTHS[device].map((width) => ({ name, locale, width }))))
    : SAMPLE[device].map((name, index) => ({ name, locale: languageHere(device, index), width: at(WIDTHS[device], index) }))

const SLOWER = 6
const slowDown = async (page: Page, fontsLateMs: number): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, fontsLateMs))
    await route.continue()
  })
}

const FONTS_LATE_MS = [10, 40, 70, 100]
/** Half of what a page may move elsewhere. */
const MAX_SHIFT = 0.005

for (const device of ['phone', 'desk'] as const)
  for (const [index, { name, locale, width }] of firstViews(device).entries())
    test(`nothing moves on a first view: ${name}, ${locale}, ${width} px (${device})`, async ({ page, market }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: HEIGHTS[device] })
      await slowDown(page, at(FONTS_LATE_MS, index))
      const quiet = watchRequests(page)
      await watchShifts(page)
      await openSettled(page, localePath(locale, pageKind(name, market).path))
      await quiet()
      expect(await shiftFaults(page, MAX_SHIFT)).toEqual([])
    })

/** Boxes that share a row with others: what one takes, another loses. */
const FRAME = '.header, .header .logo, .deliver, .header-search, .search-go, .header-tools > *, .bottom-tab, .locale-hint, .sections'
const boxesOf = (page: Page): Promise<string[]> =>
  page.evaluate(
    (frame) =>
      [...document.querySelectorAll(frame)].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return `${element.className} ${[x, y, width, height].map(Math.round).join(' ')}`
      }),
    FRAME
  )

for (const device of ['phone', 'desk'] as const)
  test(`the boxes of the header are the same in any font (${device})`, async ({ page, context }) => {
    const other = await context.newPage()
    await other.route('**/*.woff2', (route) => route.abort())
    for (const locale of LOCALES) {
      const path = localePath(locale, '/not-here')
      await openSettled(page, path)
      await other.goto(path)
      for (const width of WIDTHS[device]) {
        const size = { width, height: HEIGHTS[device] }
        await Promise.all([page.setViewportSize(size), other.setViewportSize(size)])
        const boxes = await boxesOf(page)
        expect(boxes.length).toBeGreaterThan(9)
        expect(await boxesOf(other)).toEqual(boxes)
      }
    }
  })
