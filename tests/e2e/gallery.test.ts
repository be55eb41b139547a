import type { Page } from '@playwright/test'
import { violationsOf } from '#tests/support/e2e/audit/axe.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'

/** A burger whose picture is followed by three of what is in it. */
const SEVERAL = '1002'

/** What has moved on the page so far: the fonts of a page that still loads are no slider's. */
const shiftsOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 300)
      })
  )

inLanguage('hy', () => {
  test('pictures of a product: buttons, keys and the enlarged view', async ({ page, shop, market, t }) => {
    const { id, name } = await market.product(ALWAYS_OPEN.burgers, SEVERAL)
    const scripts: string[] = []
    page.on('request', (request) => void (/\/gallery-[^/]*\.js/.test(request.url()) && scripts.push(request.url())))
    await shop.open(`/products/${id}`)
    await page.waitForLoadState('networkidle')
    const shifted = await shiftsOf(page)
    const gallery = page.getByRole('region', { name: t('gallery:pictures'), exact: true })
    const links = gallery.getByRole('link')
    const of = await links.count()
    expect(of).toBeGreaterThan(2)
    const next = gallery.getByRole('button', { name: t('gallery:pictureOn') })
    await expect(next).toBeHidden()
    expect(scripts).toEqual([])

    await links.first().focus()
    await expect(next).toBeVisible()
    expect(scripts).toHaveLength(1)
    await next.click()
    await expect(gallery.getByRole('status')).toHaveText(t('gallery:picturePosition', { index: 2, of }))
    await expect(links.nth(1)).toBeInViewport({ ratio: 0.9 })
    await page.keyboard.press('ArrowRight')
    await expect(links.nth(2)).toBeInViewport({ ratio: 0.9 })
    expect((await shiftsOf(page)) - shifted).toBeLessThan(0.01)

    await links.nth(2).press('Enter')
    const dialog = page.getByRole('dialog', { name, exact: true })
    const picture = dialog.getByRole('img', { name: t('gallery:picturePosition', { index: 3, of }) })
    await expect(picture).toBeInViewport()
    const width = (): Promise<number> => picture.evaluate((image) => image.getBoundingClientRect().width)
    const before = await width()
    await dialog.getByRole('button', { name: t('gallery:zoomIn') }).click()
    await expect.poll(width).toBeGreaterThan(before * 1.5)
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: t('gallery:zoomIn') }).click()
    await page.keyboard.press('ArrowLeft')
    await expect(dialog.getByRole('status')).toHaveText(t('gallery:picturePosition', { index: 2, of }))
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(links.nth(1)).toBeFocused()
    await expect(links.nth(1)).toBeInViewport({ ratio: 0.9 })
  })
})

test('a picture that is pressed first opens, once its script is here', async ({ page, shop, market, t }) => {
  const { id, name } = await market.product(ALWAYS_OPEN.burgers, SEVERAL)
  await shop.open(`/products/${id}`)
  await page
    .getByRole('region', { name: t('gallery:pictures'), exact: true })
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible()
})

test('banners go on by button and key, and never on their own', async ({ page, shop, t }) => {
  const scripts: string[] = []
  page.on('request', (request) => void (/\/banners-[^/]*\.js/.test(request.url()) && scripts.push(request.url())))
  await shop.open('/')
  await page.waitForLoadState('networkidle')
  const shifted = await shiftsOf(page)
  const banners = page.locator('[data-banners]').first()
  const links = banners.getByRole('link')
  const of = await links.count()
  expect(scripts).toEqual([])
  await links.first().focus()
  await expect.poll(() => scripts.length).toBe(1)
  await page.keyboard.press('ArrowRight')
  await expect(banners.getByRole('status')).toContainText(t('gallery:bannerPosition', { index: 2, of }))
  await expect(links.nth(1)).toBeFocused()
  await banners.getByRole('button', { name: t('gallery:bannerBack') }).press('Enter')
  await expect(banners.getByRole('status')).toContainText(t('gallery:bannerPosition', { index: 1, of }))
  // Before the audit, which lays the page out anew.
  expect((await shiftsOf(page)) - shifted).toBeLessThan(0.01)
  expect(await violationsOf(page, '[data-banners]')).toEqual([])
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('pictures scroll, and each leads to its large file', async ({ page, shop, market, t }) => {
    const { id } = await market.product(ALWAYS_OPEN.burgers, SEVERAL)
    await shop.open(`/products/${id}`)
    const links = page.getByRole('region', { name: t('gallery:pictures'), exact: true }).getByRole('link')
    await links.last().focus()
    await expect(links.last()).toBeInViewport({ ratio: 0.9 })
    const large = await page.request.get((await links.last().getAttribute('href')) ?? '')
    expect(large.headers()['content-type']).toBe('image/webp')
  })
})
