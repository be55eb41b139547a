import { test, type Request } from '@playwright/test'
import { expect } from '#tests/support/e2e/expect.ts'
import { ALWAYS_OPEN, createMarket } from '#tests/support/e2e/market.ts'
import { localePath, LOCALES, type Locale } from '#domain/locale.ts'

/** A picture of the page as the browser shows it: pixels of the file it chose, and of the slot on this screen. */
const shownPictures = () =>
  [...document.images]
    .filter((image) => image.currentSrc.includes('/pictures/') && image.complete && image.clientWidth > 0)
    .map(({ currentSrc, clientWidth }) => ({
      src: currentSrc.replace(/.*\/pictures\/[\d.]+\//, ''),
      file: Number(/\/(96|192|320|512|768)\/[^/]+$/.exec(currentSrc)?.[1] ?? 256),
      slot: clientWidth * devicePixelRatio
    }))

/** A desk of single pixels has a choice of files for every slot. */
const WINDOWS = {
  phone: { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2, isMobile: true },
  desk: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 }
}

/** Of the pictures of a page whose first view is looked at: what waits though it is seen, and what is hurried though it is not. */
const misplaced = () => {
  const pictures = [...document.images].map((image) => {
    const { top, bottom, left, right, width } = image.getBoundingClientRect()
    return {
      src: image.src.replace(/.*\/pictures\//, ''),
      isSeen: width > 0 && top < innerHeight && bottom > 0 && left < innerWidth && right > 0,
      isFar: top > 2.5 * innerHeight,
      waits: image.loading === 'lazy',
      isHurried: image.fetchPriority === 'high'
    }
  })
  return {
    late: pictures.filter(({ isSeen, waits }) => isSeen && waits),
    early: pictures.filter(({ isFar, waits }) => isFar && !waits),
    hurried: pictures.filter(({ isSeen, isHurried }) => isHurried && !isSeen)
  }
}

/** A larger file that another slot needs is shown in a small one too: it is there already. */
const largestSlots = (pictures: ReturnType<typeof shownPictures>): ((src: string) => number) => {
  return (src) => Math.max(...pictures.filter((one) => one.src === src).map(({ slot }) => slot))
}

/** The fonts of a page, by its language. */
const FONTS: Record<Locale, string[]> = {
  hy: ['noto-armenian', 'noto-figures'],
  en: ['noto-latin'],
  ru: ['noto-cyrillic', 'noto-figures']
}

const PAGES: readonly (readonly [path: string, locale: Locale])[] = [
  ...LOCALES.map((locale) => ['/', locale] as const),
  ['/restaurants', 'en'],
  ['/supermarkets/nrneni', 'hy'],
  ['/categories', 'hy'],
  ['/shops', 'en'],
  ['/services', 'ru'],
  ['/campaigns', 'hy']
]
for (const [path, locale] of PAGES)
  test(`${path} in ${locale} on a phone: pictures as large as their slots, what is seen first does not wait, the font of its script`, async ({
    browser,
    baseURL
  }) => {
    const context = await browser.newContext({ ...WINDOWS.phone, baseURL: baseURL ?? '', locale })
    const page = await context.newPage()
    const asked: Request[] = []
    page.on('request', (request) => void asked.push(request))
    const addressesOf = (type: string): string[] =>
      asked.filter((request) => request.resourceType() === type).map((request) => request.url())
    await page.goto(localePath(locale, path), { waitUntil: 'networkidle' })
    // Before anything is measured: a measure lays out what is far below, and its letters ask for their fonts.
    const fonts = () => addressesOf('font').map((address) => address.replace(/.*\/|\..*/g, ''))
    await expect.poll(() => fonts().sort()).toEqual(FONTS[locale])

    const pictures = await page.evaluate(shownPictures)
    expect(pictures.length).toBeGreaterThan(2)
    expect(addressesOf('image').filter((address) => address.includes('/pictures/') && !address.endsWith('.webp'))).toEqual([])
    const largest = largestSlots(pictures)
    const blurred = pictures.filter(({ file, slot }) => file < Math.min(slot * 0.8, 256))
    const wasteful = pictures.filter(({ src, file }) => file > 96 && file > largest(src) * 2.5)
    expect({ blurred, wasteful }).toEqual({ blurred: [], wasteful: [] })
    const all = await page.locator('img').count()
    if (all > 60) expect(addressesOf('image').length, `of ${all} on the page`).toBeLessThan(all * 0.75)
    expect(await page.evaluate(misplaced)).toEqual({ late: [], early: [], hurried: [] })

    await expect(page.locator('link[rel="preload"][as="font"]')).toHaveCount(FONTS[locale].length)
    await context.close()
  })

for (const path of ['/', '/restaurants', '/campaigns']) {
  test(`no picture of ${path} is twice as large as its slot on a desk`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ ...WINDOWS.desk, baseURL: baseURL ?? '' })
    const page = await context.newPage()
    await page.goto(path, { waitUntil: 'networkidle' })
    const pictures = await page.evaluate(shownPictures)
    expect(pictures.length).toBeGreaterThan(2)
    const largest = largestSlots(pictures)
    expect(pictures.filter(({ src, file }) => file > 96 && file > largest(src) * 2)).toEqual([])
    expect(pictures.filter(({ file, slot }) => file < slot * 0.95)).toEqual([])
    await context.close()
  })
}

test('a page that arrives in parts never shows the word of the browser for a summary that is still to come', async ({ page, request }) => {
  const address = localePath('hy', '/supermarkets/nrneni')
  const whole = await (await request.get(address)).text()
  const start = '<details class="shop-info">'
  expect(whole).toContain(start)
  const body = whole.slice(0, whole.indexOf(start) + start.length)
  await page.route(`**${address}`, (route) => route.fulfill({ body, contentType: 'text/html; charset=utf-8' }))
  const fonts: string[] = []
  page.on('request', (asked) => asked.resourceType() === 'font' && fonts.push(asked.url()))
  await page.goto(address, { waitUntil: 'networkidle' })
  await expect(page.locator('.shop-info')).toHaveCount(1)
  await expect(page.locator('.shop-info')).toBeHidden()
  expect(fonts.filter((font) => font.includes('noto-latin'))).toEqual([])
})

test('what the eye falls on first comes first', async ({ page, request }) => {
  const market = createMarket(request, 'hy')
  const milk = await market.product(ALWAYS_OPEN.supermarket, 'NDR02')
  for (const path of [milk.soldAt, `/products/${milk.id}`]) {
    await page.goto(path)
    const first = page.getByRole('main').locator('img').first()
    await expect(first).toHaveAttribute('fetchpriority', 'high')
    await expect(first).not.toHaveAttribute('loading', 'lazy')
    await expect(page.locator('img[fetchpriority="high"]')).toHaveCount(1)
  }
})
