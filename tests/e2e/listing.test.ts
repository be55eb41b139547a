import type { Page } from '@playwright/test'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

const cards = (page: Page) => page.locator('[data-listing] [data-items] .product')
/** The script of lists comes when somebody is there. */
const comesAlive = async (page: Page) => {
  // Somebody's mouse moves on; a single event tells no movement on a page that has just come.
  await page.locator('h1').first().hover()
  await page.locator('[data-found]').hover()
  await expect(page.locator('html[data-lists=live]')).toBeAttached()
}
/** Anything that a new page would lose. */
const mark = (page: Page) => page.evaluate(() => void ((window as { marked?: boolean }).marked = true))
const isMarked = (page: Page) => page.evaluate(() => (window as { marked?: boolean }).marked === true)

test('somebody filters goods, leaves for one of them and comes back to the same list at the same place', async ({ page, shop, t }) => {
  await shop.open('/products')
  const found = page.locator('[data-found]')
  const all = await found.textContent()
  await tap(page.locator('summary', { hasText: t('listing:narrow') }))
  const filter = shop.dialog(t('listing:narrow'))
  await filter.getByRole('checkbox', { name: 'Հայաստան' }).check()
  const show = filter.getByRole('button', { name: /\d/ })
  await expect(show).not.toHaveText(/3700/)
  await tap(show)
  await expect(page).toHaveURL(/[?&]f=c-AM/)
  await expect(found).not.toHaveText(all ?? '')

  await comesAlive(page)
  await mark(page)
  await tap(page.locator('[data-listing] .chips').getByRole('link', { name: t('listing:discounted'), exact: true }))
  await expect(page).toHaveURL(/deals=1/)
  await expect(page.locator('[data-announce]')).toHaveText((await found.textContent()) ?? '')
  await expect(cards(page)).toHaveCount(24)
  await tap(page.getByRole('link', { name: t('listing:more') }))
  await expect(cards(page)).toHaveCount(48)
  await expect(page).toHaveURL(/to=48/)
  expect(await isMarked(page)).toBe(true)

  const names = await cards(page).locator('h3').allTextContents()
  const last = cards(page).nth(40)
  await last.evaluate((card) => card.scrollIntoView({ block: 'center', behavior: 'instant' }))
  // Somebody looks before they press; meanwhile the browser saves the place for the way back, not at once.
  let place = -1
  const standsStill = async (): Promise<boolean> => {
    const before = place
    place = await page.evaluate(() => scrollY)
    return place === before
  }
  await expect.poll(standsStill, { intervals: [700] }).toBe(true)
  await page.evaluate(() => addEventListener('pagehide', () => sessionStorage.setItem('leftAt', String(scrollY))))
  await tap(last.getByRole('link'))
  await expect(page).toHaveURL(/\/products\/\d+/)
  await page.goBack()
  // A return that glides shows everything above first, and ends elsewhere when the page changes meanwhile.
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto')
  await expect(cards(page)).toHaveCount(48)
  expect(await cards(page).locator('h3').allTextContents()).toEqual(names)
  await expect.poll(() => page.evaluate(() => Math.abs(scrollY - Number(sessionStorage.getItem('leftAt'))))).toBeLessThan(300)
  await page.reload()
  await comesAlive(page)
  expect(await cards(page).locator('h3').allTextContents()).toEqual(names)

  await tap(page.getByRole('link', { name: t('catalogue:remove', { name: 'Հայաստան' }) }))
  await expect(page).not.toHaveURL(/c-AM/)
  await page.goBack()
  await expect(page).toHaveURL(/c-AM/)
  await expect(page.getByRole('link', { name: t('catalogue:remove', { name: 'Հայաստան' }) })).toBeVisible()
  await expect(cards(page)).toHaveCount(48)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('filters, orders and pages are links and forms', async ({ page, shop, t }) => {
    await shop.open('/products')
    await tap(page.locator('summary', { hasText: t('listing:narrow') }))
    await page.getByRole('checkbox', { name: 'Հայաստան' }).check()
    await page.getByRole('spinbutton', { name: t('listing:priceTo') }).fill('1000')
    await tap(page.getByRole('button', { name: t('listing:apply') }))
    await expect(page).toHaveURL(/f%5B%5D=c-AM/)
    await expect(page.getByRole('link', { name: t('catalogue:remove', { name: 'Հայաստան' }) })).toBeVisible()
    await tap(page.getByRole('button', { name: new RegExp(t('catalogue:sort')) }))
    await tap(page.getByRole('link', { name: t('listing:priceDown') }))
    await expect(page).toHaveURL(/sort=3/)
    const prices = await cards(page).evaluateAll((all) => all.map((card) => Number((card as HTMLElement).dataset['price'])))
    expect(prices).toEqual(prices.toSorted((a, b) => b - a))
    expect(Math.max(...prices)).toBeLessThanOrEqual(1000)
    await tap(page.getByRole('link', { name: t('listing:more') }))
    await expect(cards(page)).toHaveCount(48)
    await tap(page.getByRole('link', { name: t('catalogue:next'), exact: true }))
    await expect(page).toHaveURL(/page=3/)
    await expect(cards(page)).toHaveCount(24)

    await shop.open('/restaurants')
    await tap(page.getByRole('link', { name: t('listing:onlyDeals') }))
    await expect(page).toHaveURL(/deals=1/)
    await expect(page.locator('.supplier').first()).toBeVisible()
    await expect(shop.button('listing:narrow')).toHaveCount(0)
  })
})

test('a choice made before the script is there stands in the address once it is', async ({ page, shop, market }) => {
  const product = await market.product(ALWAYS_OPEN.burgers, '2005')
  let release = (): void => undefined
  const chosen = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/product-options-[\w-]+\.js$/, async (route) => {
    await chosen
    await route.continue()
  })
  await shop.open(`/products/${product.id}`)
  const box = page.locator('[data-options-form] input[type="checkbox"]:enabled').first()
  await box.check()
  release()
  await expect(page).toHaveURL(new RegExp(`selectedOptions=.*${await box.inputValue()}`))
  await expect(box).toBeChecked()
})

test('a link opens the choice it was copied with, on the page and out of the sheet', async ({ page, shop, market, context, t }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  const product = await market.product(ALWAYS_OPEN.burgers, '2005')
  const dearest = product.configurators.flatMap(({ values }) => values).toSorted((a, b) => b.price - a.price)[0]
  const group = product.configurators.find(({ values }) => values.some(({ id }) => id === dearest?.id))
  if (!dearest || group?.type !== 'checkbox') throw new Error('the dearest choice of the dish is no longer a box')
  const box = page.locator(`[value="${dearest.id}"]`)

  await shop.open(`/products/${product.id}`)
  await expect(box).not.toBeChecked()
  await box.check()
  await expect(page).toHaveURL(new RegExp(`selectedOptions=.*${dearest.id}`))
  const price = await page.locator('[data-live-price]').textContent()
  await tap(shop.button('product:share'))
  const readCopied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(readCopied).toContain(`/products/${product.id}?selectedOptions=`)
  const copied = await readCopied()
  await page.goto('about:blank')
  await page.goto(copied)
  await expect(page.locator('[data-live-price]')).toHaveText(price ?? '')
  await expect(box).toBeChecked()

  await shop.open(product.soldAt)
  await tap(page.locator(`[data-product="${product.id}"] [data-add]`))
  const sheet = page.getByRole('dialog').filter({ hasText: product.name })
  await expect(sheet).toBeVisible()
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await sheet.getByRole('checkbox', { name: new RegExp(dearest.name) }).check()
  await tap(sheet.getByRole('button', { name: t('product:share') }))
  await expect.poll(readCopied).toContain(`selectedOptions=`)
  await page.goto(await readCopied())
  await expect(box).toBeChecked()
})

test('a list that is on its way comes though its filters are closed meanwhile', async ({ page, shop }) => {
  await shop.open('/restaurants')
  await tap(page.locator('[data-modal="restaurant-filter"]'))
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('combobox').first().selectOption({ index: 1 })
  const asked = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  await page.route('**/restaurants?**', async (route) => {
    asked.resolve()
    await closed.promise
    await route.continue()
  })
  await tap(sheet.getByRole('button').last())
  await asked.promise
  await page.keyboard.press('Escape')
  closed.resolve()
  await expect(page).toHaveURL(/\/restaurants\?/)
})

test('who has said where to deliver sees how far each place is, and has the nearest first', async ({ page, shop, t }) => {
  const place = { version: 1, title: 'Աբովյան 12', addressId: null, latitude: 40.18234, longitude: 44.51672 }
  await page.addInitScript((saved) => localStorage.setItem('root:place', JSON.stringify(saved)), place)
  await shop.open('/restaurants')
  const far = page.locator('[data-items] [data-far]')
  await expect(far.first()).toHaveText(/\d\s(կմ|մ)$/)
  await tap(page.getByRole('button', { name: t('catalogue:sort') }))
  await tap(page.getByRole('link', { name: t('listing:distance'), exact: true }))
  await expect(page).toHaveURL(/near=40.18(,|%2C)44.52/)
  await expect(far.first()).toHaveText(/\d\s(կմ|մ)$/)
  // Who is open comes before who is closed, whatever the hour: each of the two is nearest first.
  const shown = () =>
    page.locator('[data-items] .supplier').evaluateAll((cards) =>
      // What does not deliver to the address stands behind a line at the end.
      cards
        .filter((card) => card.checkVisibility())
        .map((card) => {
          const [amount = '', unit] = card.querySelector('[data-far]')?.textContent?.trim().split(/\s/) ?? []
          const km = Number(amount.replace(',', '.')) / (unit === 'մ' ? 1000 : 1)
          return { rank: card.querySelector('.supplier-closed') ? 1 : 0, km }
        })
    )
  expect((await shown()).length).toBeGreaterThan(2)
  await expect
    .poll(async () => {
      const cards = await shown()
      return cards.filter(({ rank, km }, index) => {
        const before = cards[index - 1] ?? { rank: 0, km: 0 }
        return rank < before.rank || (rank === before.rank && km < before.km)
      })
    })
    .toEqual([])
})
