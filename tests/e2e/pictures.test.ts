import { expect, test } from '@playwright/test'
import { ALWAYS_OPEN, createMarket } from '#tests/support/e2e/market.ts'
import { localePath, LOCALES } from '#domain/locale.ts'

/** A picture of the page as the browser shows it: pixels of the file it chose, and of the slot on this screen. */
const shownPictures = () =>
  [...document.images]
    .filter((image) => image.currentSrc.includes('/pictures/') && image.complete && image.clientWidth > 0)
    .map(({ currentSrc, clientWidth }) => ({
      src: currentSrc.replace(/.*\/pictures\/[\d.]+\//, ''),
      file: Number(/\/(96|192)\/[^/]+$/.exec(currentSrc)?.[1] ?? 256),
      slot: clientWidth * devicePixelRatio
    }))

for (const path of ['/', '/restaurants', '/supermarkets/nrneni', '/categories']) {
  test(`pictures of ${path} are as large as their slots, and those out of sight wait`, async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => void (request.resourceType() === 'image' && asked.push(request.url())))
    await page.goto(path, { waitUntil: 'networkidle' })
    const pictures = await page.evaluate(shownPictures)
    expect(pictures.length).toBeGreaterThan(3)
    expect(asked.filter((address) => address.includes('/pictures/') && !address.endsWith('.webp'))).toEqual([])
    const blurred = pictures.filter(({ file, slot }) => file < Math.min(slot * 0.8, 256))
    // A larger file that another slot needs is shown in a small one too: it is there already.
    const largest = (src: string): number => Math.max(...pictures.filter((one) => one.src === src).map(({ slot }) => slot))
    const wasteful = pictures.filter(({ src, file }) => file > 96 && file > largest(src) * 2.5)
    expect({ blurred, wasteful }).toEqual({ blurred: [], wasteful: [] })
    const all = await page.locator('img').count()
    if (all > 60) expect(asked.length, `of ${all} on the page`).toBeLessThan(all * 0.75)
  })
}

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

for (const path of ['/', '/ru', '/restaurants', '/ru/restaurants', '/shops', '/services', '/campaigns']) {
  test(`what a phone shows of ${path} at first does not wait, and nothing out of sight is hurried`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ ...WINDOWS.phone, baseURL: baseURL ?? '', locale: path.startsWith('/ru') ? 'ru' : 'hy' })
    const page = await context.newPage()
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(await page.evaluate(misplaced)).toEqual({ late: [], early: [], hurried: [] })
    await context.close()
  })
}

for (const path of ['/', '/restaurants', '/campaigns']) {
  test(`no picture of ${path} is twice as large as its slot on a desk`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ ...WINDOWS.desk, baseURL: baseURL ?? '' })
    const page = await context.newPage()
    await page.goto(path, { waitUntil: 'networkidle' })
    const pictures = await page.evaluate(shownPictures)
    expect(pictures.length).toBeGreaterThan(2)
    const largest = (src: string): number => Math.max(...pictures.filter((one) => one.src === src).map(({ slot }) => slot))
    expect(pictures.filter(({ src, file }) => file > 96 && file > largest(src) * 2)).toEqual([])
    expect(pictures.filter(({ file, slot }) => file < slot * 0.95)).toEqual([])
    await context.close()
  })
}

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

for (const locale of LOCALES) {
  for (const path of ['/', '/restaurants']) {
    test(`${path} in ${locale} loads the font of its script and no other`, async ({ page }) => {
      const fonts: string[] = []
      page.on('request', (request) => void (request.resourceType() === 'font' && fonts.push(request.url().replace(/.*\/|\..*/g, ''))))
      await page.goto(localePath(locale, path), { waitUntil: 'networkidle' })
      const [armenian, latin, cyrillic] = ['noto-armenian', 'noto-latin', 'noto-cyrillic']
      const wanted = { hy: [armenian, 'noto-figures'], en: [latin], ru: [cyrillic, 'noto-figures'] }[locale]
      expect(fonts.sort()).toEqual([...wanted].sort())
      const preloaded = await page.locator('link[rel="preload"][as="font"]').evaluateAll((links) => links.length)
      expect(preloaded).toBe(wanted.length)
    })
  }
}
