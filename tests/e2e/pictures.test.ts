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
  test(`a page in ${locale} loads the font of its script and no other`, async ({ page }) => {
    const fonts: string[] = []
    page.on('request', (request) => void (request.resourceType() === 'font' && fonts.push(request.url().replace(/.*\/|\..*/g, ''))))
    await page.goto(localePath(locale, '/restaurants'), { waitUntil: 'networkidle' })
    const [armenian, latin, cyrillic] = ['noto-armenian', 'noto-latin', 'noto-cyrillic']
    const wanted = { hy: [armenian, 'noto-figures'], en: [latin], ru: [cyrillic, 'noto-figures'] }[locale]
    expect(fonts.sort()).toEqual([...wanted].sort())
    const preloaded = await page.locator('link[rel="preload"][as="font"]').evaluateAll((links) => links.length)
    expect(preloaded).toBe(wanted.length)
  })
}
