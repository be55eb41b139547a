import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

inLanguage('hy', () => {
  test('who waits at the door follows a delivery with a link, until it is there (phone)', async ({
    page,
    browser,
    baseURL,
    shop,
    market,
    comes,
    checkout,
    orders,
    bank,
    t
  }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    await comes({ signedIn: true, withAddress: true, products: [{ id: hotDog.id, quantity: 2 }] })
    await checkout.open()
    await checkout.pays('cash')
    await checkout.orders()
    await tap(shop.button('orders:share'))
    const sheet = shop.dialog(t('tracking:share.title'))
    const field = sheet.getByRole('textbox', { name: t('tracking:share.link') })
    await expect(field).toHaveValue(/\/track#[\w-]{22}$/)
    const link = await field.inputValue()
    expect(link.startsWith(baseURL ?? '')).toBe(true)

    // Somebody else's browser, without an account.
    const other = await (await browser.newContext()).newPage()
    await other.goto(link)
    await expect(other.getByRole('heading', { level: 2, name: t('tracking:for', { name: 'Անի' }) })).toBeVisible()
    await expect(other.getByText('Abovyan Street 10')).toBeVisible()
    await expect(other.getByRole('main')).not.toContainText(hotDog.name)
    await expect(other.getByRole('main')).not.toContainText('֏')

    // The supplier of the demo brings it; the page of the link notices by itself.
    await expect(other.getByRole('heading', { name: t('tracking:delivered') })).toBeVisible({ timeout: 90_000 })
    await expect(other.getByText('Abovyan Street 10')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(orders.state('step4')).toBeVisible()
    await expect(shop.button('orders:share'), 'nothing is left to share').toHaveCount(0)

    const price = shop.money(1_000)
    const gives = async (): Promise<void> => {
      await tap(shop.button('orders:tip.give'))
      const tip = page.getByRole('form', { name: t('orderInfo:tip.title') })
      await expect(tip.getByRole('heading', { name: t('orderInfo:tip.title') })).toBeFocused()
      await tap(tip.getByRole('radio', { name: price }))
      await tap(tip.getByRole('button', { name: t('orderInfo:tip.give', { price }) }))
    }
    await gives()
    await bank.answers('funds')
    await expect(page.getByText(t('orders:declinedFunds'))).toBeVisible()
    await gives()
    await bank.answers('approve')
    await expect(page.getByText(t('orders:tip.given', { price }))).toBeVisible()
    await expect(shop.button('orders:tip.give')).toHaveCount(0)
    await other.context().close()
  })
})

inLanguage('en', () => {
  test('a link that was ended shows nothing; what the price is made of is said (desk)', async ({
    page,
    shop,
    market,
    comes,
    checkout,
    orders,
    t
  }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    await comes({ signedIn: true, withAddress: true, products: [{ id: hotDog.id, quantity: 1 }] })
    await checkout.open()
    await checkout.pays('cash')
    await checkout.orders()
    await tap(shop.button('orders:share'))
    const sheet = shop.dialog(t('tracking:share.title'))
    const link = await sheet.getByRole('textbox', { name: t('tracking:share.link') }).inputValue()
    await tap(sheet.getByRole('button', { name: t('tracking:share.end') }))
    await expect(sheet).toBeHidden()

    await orders.openHistory()
    await tap(page.getByRole('button', { name: new RegExp(`^${t('history:details')}`) }).first())
    await tap(page.getByRole('dialog').getByRole('button', { name: t('orders:madeOf') }))
    const info = shop.dialog(t('orderInfo:title'))
    await expect(info).toContainText(hotDog.supplier.name)
    await expect(info).toContainText(t('orderInfo:fee'))

    await page.goto(link)
    await expect(page.getByRole('heading', { name: t('tracking:unknown.title') })).toBeVisible()
  })
})
