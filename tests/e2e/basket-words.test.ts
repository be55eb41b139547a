import { readAmd } from '#tests/support/e2e/amounts.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inEachLanguage, test } from '#tests/support/e2e/stories.ts'

/** A house in Gyumri, as it is typed. */
const GYUMRI = { hy: 'Գյումրի Տիգրան Մեծի 5', en: 'Gyumri Tigran Mets 5', ru: 'Гюмри Тиграна Меца 5' } as const

inEachLanguage((language) => {
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
    await page.getByRole('button', { name: t('frame:where') }).click()
    const search = shop.dialog(t('address:title'))
    await search.getByRole('combobox', { name: t('address:search') }).fill(GYUMRI[language])
    await page.getByRole('option').first().click()
    await search.getByRole('button', { name: t('address:use') }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await shop.button('product:add', { name: hotDog.name }).click()
    const warning = t('basket:part.outOfArea', { supplier: hotDog.supplier.name })
    await expect((await basket.place()).getByText(warning)).toBeVisible()
    await expect(shop.saying(t('basket:said.outOfArea', { supplier: hotDog.supplier.name }))).toHaveCount(1)

    await shop.button('basket:part.otherAddress').click()
    await expect(search).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(search).toBeHidden()
    await shop.button('basket:part.removeAll').click()
    await expect((await basket.place()).getByRole('heading', { name: t('basket:empty.title') })).toBeVisible()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, language: 'en' })
  for (const path of ['/checkout', '/account/orders', '/account/addresses'])
    test(`${path} says that it needs it, and promises nothing`, async ({ page, shop, t }) => {
      await shop.open(path)
      // Locators by text pass over <noscript>.
      await expect(page.locator('main noscript')).toHaveText(t('pages:needScript'))
      await expect(page.locator('astro-island .skeleton').filter({ visible: true })).toHaveCount(0)
    })
})
