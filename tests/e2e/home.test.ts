import { formatAmd } from '#domain/money.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

inLanguage('en', (language) => {
  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('somebody walks from home through the sections to a gift', async ({ page, shop, t }) => {
      await shop.open('/')
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(t('home:heading'))
      for (const id of ['new-on-buy', 'hot-deals', 'find-gift'] as const)
        await expect(main.getByRole('link', { name: t(`collections:name.${id}`), exact: true }).first()).toBeVisible()
      expect(await main.locator('.supplier, .product').count()).toBeGreaterThan(10)

      for (const section of ['restaurant', 'store', 'pharmacy', 'shop'] as const) {
        await tap(
          main
            .getByRole('navigation', { name: t('frame:categories') })
            .getByRole('link')
            .nth(['restaurant', 'store', 'shop', 'pharmacy'].indexOf(section))
        )
        await expect(main.getByRole('heading', { level: 1 })).toHaveText(t(section === 'shop' ? 'catalogue:mall' : `catalogue:${section}`))
        await expect(main.locator('[data-items] > *').first()).toBeVisible()
        if (section !== 'shop') await page.goBack()
      }
      await tap(main.locator(`a[href="${shop.path('/picks/find-gift')}"]`).first())
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(t('collections:name.find-gift'))

      const all = await main.locator('[data-found]').innerText()
      await tap(
        main
          .getByRole('navigation', { name: t('collections:occasion') })
          .getByRole('link')
          .nth(3)
      )
      await tap(
        main
          .getByRole('navigation', { name: t('collections:price') })
          .getByRole('link', { name: t('collections:priceTo', { price: formatAmd(5000, language) }) })
      )
      await expect(page).toHaveURL(/occasion=child&price=0-5000$/)
      expect(await main.locator('[data-found]').innerText()).not.toBe(all)
      const prices = await main
        .locator('.product')
        .evaluateAll((cards) => cards.map((card) => Number((card as HTMLElement).dataset['price'])))
      expect(prices.length).toBeGreaterThan(0)
      expect(Math.max(...prices)).toBeLessThanOrEqual(5000)
      const gift = main.locator('.product a').first()
      const name = await gift.innerText()
      await tap(gift)
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(name)
    })
  })
})

test('an offer opens over the page, gives the place back, and leads to its own page', async ({ page, shop, t }) => {
  await shop.open('/picks/unlock-promocode')
  const offer = page.getByRole('main').getByRole('article').first().getByRole('link')
  const title = await offer.innerText()
  await offer.press('Enter')
  const dialog = shop.dialog(title)
  await expect(dialog.getByRole('heading', { level: 3 }).first()).toBeVisible()
  await expect(dialog).toContainText(t('pages:running'))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(offer).toBeFocused()
  await tap(offer)
  await tap(dialog.getByRole('link', { name: t('collections:terms') }))
  await expect(page).toHaveURL(/\/campaigns\/[a-z-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test('what was ordered once is bought again with one press', async ({ page, shop, market, person, checkout, orders, t }) => {
  const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
  await shop.open('/picks/buy-it-again')
  await tap(shop.button('collections:signIn'))
  await person.introducesThemself()
  await expect(page.getByRole('heading', { name: t('collections:neverTitle') })).toBeVisible()
  await person.adds(hotDog)
  await checkout.open()
  await checkout.typesAddress()
  await checkout.orders()
  await expect(orders.progress()).toBeVisible()
  await shop.open('/picks/buy-it-again')
  const again = page.getByRole('region', { name: t('collections:again') })
  await tap(again.getByRole('button', { name: t('product:add', { name: hotDog.name }) }))
  await expect(again.getByRole('group', { name: hotDog.name })).toBeVisible()
  await expect(page.locator('[data-basket-count]').filter({ visible: true }).first()).toHaveText('1')
})
