import type { Page } from '@playwright/test'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, test } from '#tests/support/e2e/stories.ts'

const cards = (page: Page) => page.locator('[data-listing] [data-items] .product')
/** The script of lists comes when somebody is there. */
const comesAlive = async (page: Page) => {
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
  await page.locator('summary', { hasText: t('listing:narrow') }).click()
  const filter = shop.dialog(t('listing:narrow'))
  await filter.getByRole('checkbox', { name: 'Հայաստան' }).check()
  const show = filter.getByRole('button', { name: /\d/ })
  await expect(show).not.toHaveText(/3700/)
  await show.click()
  await expect(page).toHaveURL(/[?&]f=c-AM/)
  await expect(found).not.toHaveText(all ?? '')

  await comesAlive(page)
  await mark(page)
  await page
    .locator('[data-listing] .chips')
    .getByRole('link', { name: t('listing:discounted'), exact: true })
    .click()
  await expect(page).toHaveURL(/deals=1/)
  await expect(page.locator('[data-announce]')).toHaveText((await found.textContent()) ?? '')
  await expect(cards(page)).toHaveCount(24)
  await page.getByRole('link', { name: t('listing:more') }).click()
  await expect(cards(page)).toHaveCount(48)
  await expect(page).toHaveURL(/to=48/)
  expect(await isMarked(page)).toBe(true)

  const names = await cards(page).locator('h3').allTextContents()
  const last = cards(page).nth(40)
  await last.scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => scrollY)
  await last.getByRole('link').click()
  await expect(page).toHaveURL(/\/products\/\d+/)
  await page.goBack()
  await expect(cards(page)).toHaveCount(48)
  expect(await cards(page).locator('h3').allTextContents()).toEqual(names)
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - left)).toBeLessThan(300)
  await page.reload()
  await comesAlive(page)
  expect(await cards(page).locator('h3').allTextContents()).toEqual(names)

  await page.getByRole('link', { name: t('catalogue:remove', { name: 'Հայաստան' }) }).click()
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
    await page.locator('summary', { hasText: t('listing:narrow') }).click()
    await page.getByRole('checkbox', { name: 'Հայաստան' }).check()
    await page.getByRole('spinbutton', { name: t('listing:priceTo') }).fill('1000')
    await page.getByRole('button', { name: t('listing:apply') }).click()
    await expect(page).toHaveURL(/f%5B%5D=c-AM/)
    await expect(page.getByRole('link', { name: t('catalogue:remove', { name: 'Հայաստան' }) })).toBeVisible()
    await page.getByRole('button', { name: new RegExp(t('catalogue:sort')) }).click()
    await page.getByRole('link', { name: t('listing:priceDown') }).click()
    await expect(page).toHaveURL(/sort=3/)
    const prices = await cards(page).evaluateAll((all) => all.map((card) => Number((card as HTMLElement).dataset['price'])))
    expect(prices).toEqual(prices.toSorted((a, b) => b - a))
    expect(Math.max(...prices)).toBeLessThanOrEqual(1000)
    await page.getByRole('link', { name: t('listing:more') }).click()
    await expect(cards(page)).toHaveCount(48)
    await page.getByRole('link', { name: t('catalogue:next'), exact: true }).click()
    await expect(page).toHaveURL(/page=3/)
    await expect(cards(page)).toHaveCount(24)

    await shop.open('/restaurants')
    await page.getByRole('link', { name: t('listing:onlyDeals') }).click()
    await expect(page).toHaveURL(/deals=1/)
    await expect(page.locator('.supplier').first()).toBeVisible()
    await expect(shop.button('listing:narrow')).toHaveCount(0)
  })
})

test('a link opens the choice it was copied with, on the page and out of the sheet', async ({ page, shop, market, context, t }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  const product = await market.product(ALWAYS_OPEN.burgers, '2005')
  const dearest = product.configurators.flatMap(({ values }) => values).toSorted((a, b) => b.price - a.price)[0]
  const group = product.configurators.find(({ values }) => values.some(({ id }) => id === dearest?.id))
  const box = page.locator(`[value="${dearest?.id}"]`)

  await shop.open(`/products/${product.id}`)
  if (group?.type === 'select') await page.locator(`select[name="option-${group.id}"]`).selectOption(String(dearest?.id))
  else await box.check()
  await expect(page).toHaveURL(new RegExp(`selectedOptions=.*${dearest?.id}`))
  const price = await page.locator('[data-live-price]').textContent()
  await shop.button('product:share').click()
  const readCopied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(readCopied).toContain(`/products/${product.id}?selectedOptions=`)
  const copied = await readCopied()
  await page.goto('about:blank')
  await page.goto(copied)
  await expect(page.locator('[data-live-price]')).toHaveText(price ?? '')
  if (group?.type !== 'select') await expect(box).toBeChecked()

  await shop.open(product.soldAt)
  await page.locator(`[data-product="${product.id}"] [data-add]`).click()
  const sheet = page.getByRole('dialog').filter({ hasText: product.name })
  await expect(sheet).toBeVisible()
  const choice = sheet.getByRole(group?.type === 'checkbox' ? 'checkbox' : 'radio', { name: new RegExp(dearest?.name ?? '') })
  if (group?.type !== 'select') await choice.check()
  await sheet.getByRole('button', { name: t('product:share') }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`selectedOptions=`)
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()))
  if (group?.type !== 'select') await expect(box).toBeChecked()
})

test('who has said where to deliver sees how far each place is, and has the nearest first', async ({ page, shop, t }) => {
  const place = { version: 1, title: 'Աբովյան 12', addressId: null, latitude: 40.18234, longitude: 44.51672 }
  await page.addInitScript((saved) => localStorage.setItem('root:place', JSON.stringify(saved)), place)
  await shop.open('/restaurants')
  const far = page.locator('[data-items] [data-far]')
  await expect(far.first()).toHaveText(/\d\s(կմ|մ)$/)
  await page.getByRole('button', { name: t('catalogue:sort') }).click()
  await page.getByRole('link', { name: t('listing:distance'), exact: true }).click()
  await expect(page).toHaveURL(/near=40.18(,|%2C)44.52/)
  await expect(far.first()).toHaveText(/\d\s(կմ|մ)$/)
  // Who is open comes before who is closed, whatever the hour: each of the two is nearest first.
  const shown = () =>
    page.locator('[data-items] .supplier').evaluateAll((cards) =>
      cards.map((card) => {
        const [amount = '', unit] = card.querySelector('[data-far]')?.textContent?.trim().split(/\s/) ?? []
        const km = Number(amount.replace(',', '.')) / (unit === 'մ' ? 1000 : 1)
        return { rank: card.querySelector('.supplier-veil') ? 1 : 0, km }
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
