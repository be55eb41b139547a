import { readAmd } from '#tests/support/e2e/amounts.ts'
import { MENU_ID } from '#domain/constants.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import type { Shop } from '#tests/support/e2e/shop.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

/** A house in Gyumri, as it is typed. */
const GYUMRI = { hy: 'Գյումրի Տիգրան Մեծի 5', en: 'Gyumri Tigran Mets 5', ru: 'Гюмри Тиграна Меца 5' } as const

/** Chooses a house in Gyumri in the header, for everything that follows. */
const livesInGyumri = async ({ page, t, dialog, button, language }: Shop): Promise<void> => {
  await tap(page.getByRole('button', { name: t('frame:where') }))
  const search = dialog(t('address:title'))
  await search.getByRole('combobox', { name: t('address:search') }).fill(GYUMRI[language])
  await tap(page.getByRole('option').first())
  await tap(button('address:use'))
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

inLanguage('ru', () => {
  test('the prices of the lines add up to the goods, a discount is only mentioned', async ({ market, person, basket, t }) => {
    const menu = await market.menu(ALWAYS_OPEN.supermarket)
    const reduced = menu.filter(({ price, basePrice, stock, hasOptions }) => price < basePrice && stock === null && !hasOptions)
    const full = menu.find(({ price, basePrice, stock, hasOptions }) => price === basePrice && stock === null && !hasOptions)
    const [goods] = reduced
    if (!goods || !full) throw new Error('the supermarket has nothing reduced, or nothing at its full price')
    for (const one of [goods, full]) await person.adds(one)
    const shown = await basket.open()
    const parts = await basket.parts()
    const lines = await shown
      .getByRole('region', { name: t('basket:from', { supplier: goods.supplier.name }) })
      .locator('li b')
      .allInnerTexts()
    expect(lines).toHaveLength(2)
    expect(lines.map(readAmd).reduce((sum, price) => sum + price, 0)).toBe(parts.items)
    expect(parts.total).toBe(parts.items + parts.packing + parts.delivery + parts.fee)
    await expect(shown.locator('dl')).not.toContainText('−')
    const saved = readAmd(
      await shown
        .getByRole('term')
        .filter({ hasText: t('basket:totals.items') })
        .innerText()
    )
    expect(saved).toBeCloseTo(goods.basePrice - goods.price)
  })

  test('who does not deliver to the address says so at the adding, with the ways on', async ({ page, shop, market, basket, t }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    await shop.open(hotDog.soldAt)
    await livesInGyumri(shop)

    await tap(shop.button('product:add', { name: hotDog.name }))
    const warning = t('basket:part.outOfArea', { supplier: hotDog.supplier.name })
    await expect((await basket.place()).getByText(warning)).toBeVisible()
    await expect(shop.saying(t('basket:said.outOfArea', { supplier: hotDog.supplier.name }))).toHaveCount(1)

    await tap(shop.button('basket:part.otherAddress').first())
    const search = shop.dialog(t('address:title'))
    await expect(search).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(search).toBeHidden()
    await tap(shop.button('basket:part.removeAll'))
    await expect((await basket.place()).getByRole('heading', { name: t('basket:empty.title') })).toBeVisible()
  })
})

test.describe('from a sheet', () => {
  test.use({ language: 'en' })
  test('with options the sheet closes, and the basket says who does not deliver', async ({ page, shop, market, person, basket, t }) => {
    const burger = await market.product(ALWAYS_OPEN.burgers, '2002')
    await shop.open(burger.soldAt)
    await livesInGyumri(shop)
    const sheet = await person.opensOptionsOf(burger)
    const select = burger.configurators.find(({ type }) => type === 'select')
    await sheet.getByRole('radio', { name: select?.values[0]?.name ?? '' }).check()
    await tap(sheet.getByRole('button', { name: new RegExp(`^${t('product:addButton')}`) }))
    await expect(sheet).toBeHidden()
    const warning = (await basket.place()).getByText(t('basket:part.outOfArea', { supplier: burger.supplier.name }))
    await expect(warning).toBeVisible()
    // It stays: the sheet's way back through the history took nothing else along.
    await expect(page).toHaveURL(new RegExp(`${burger.soldAt}$`))
    await expect(warning).toBeVisible()
  })
})

test.describe('below the minimum of a supplier', () => {
  test.use({ language: 'en' })
  test('the button of the basket leads to its menu: from another page, and on its own', async ({ page, shop, market, comes, t }) => {
    const [other] = await market.menu(ALWAYS_OPEN.hotDogs)
    const [sauce] = (await market.menu(ALWAYS_OPEN.burgers)).filter(({ hasOptions }) => !hasOptions).toSorted((a, b) => a.price - b.price)
    if (!sauce || !other) throw new Error('the supplier sells nothing')
    await comes({ products: [{ id: sauce.id, quantity: sauce.minimumPurchase }] })
    const more = page.getByRole('link', { name: new RegExp(`to the minimum of “${sauce.supplier.name}”`) }).filter({ visible: true })
    const menu = page.locator(`#${MENU_ID}`)
    await shop.open(sauce.soldAt)
    await page.getByRole('complementary', { name: t('frame:basket') }).hover()
    await expect(page.getByRole('button', { name: t('basket:remove', { name: sauce.name }) }).first()).toBeVisible()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await tap(more)
    await expect(menu).toBeFocused()
    await expect(menu.locator('.product').first()).toBeInViewport()

    // Painted from what was shown last.
    await shop.open(other.soldAt)
    await tap(more)
    await expect(page).toHaveURL(`${shop.path(sauce.soldAt)}#${MENU_ID}`)
    await expect(menu.locator('.product').first()).toBeInViewport()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, language: 'en' })
  for (const path of ['/checkout', '/account/orders', '/account/addresses'])
    test(`${path} says that it needs it, and promises nothing`, async ({ page, shop, t }) => {
      await shop.open(path)
      // Locators by text pass over <noscript>.
      const words = page.locator('main noscript p')
      await expect(words).toBeVisible()
      expect(await words.textContent()).toBe(t('pages:needScript'))
      await expect(page.locator('astro-island .skeleton').filter({ visible: true })).toHaveCount(0)
    })
})
