import * as cards from '#contract/cards/calls.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

const CARD = 'Visa •• 1111'
const LIST = cards.list.path

inLanguage('ru', () => {
  test('a card saved while paying pays the next order without the bank, and is removed from the account (phone)', async ({
    page,
    shop,
    market,
    person,
    comes,
    checkout,
    orders,
    bank,
    t
  }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    await comes({ signedIn: true, withAddress: true, products: [{ id: hotDog.id, quantity: 1 }] })
    await checkout.open()
    await checkout.pays('card')
    await page.getByRole('checkbox', { name: t('checkout:cards.save') }).check()
    await checkout.goesToBank()
    await bank.answers('approve')
    await expect(orders.payment('methods.card.paid')).toBeVisible()

    await person.adds(hotDog)
    const listed = page.waitForResponse((response) => response.url().includes(LIST))
    await checkout.open()
    await checkout.pays('card')
    await listed
    await page.getByRole('radio', { name: CARD }).check()
    await tap(await checkout.orderButton())
    await page.waitForURL(/\/account\/orders\/\d+/)
    await expect(orders.payment('methods.card.paid')).toBeVisible()

    await shop.open('/account/my-payment')
    await expect(page).toHaveURL(shop.path('/account/payment'))
    const remove = shop.button('account:cards.removeOne', { card: CARD })
    // An order under way holds the card; the demo's orders move by themselves, and free it at the end.
    await expect(remove).toBeVisible()
    await expect(async () => {
      if (await remove.isVisible()) await tap(remove)
      await expect(page.getByText(t('account:cards.none'))).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 60_000 })
  })
})

inLanguage('hy', () => {
  test('a payment whose buyer never came back is found by the shop (desk)', async ({ page, market, comes, checkout, orders, shop, t }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    await comes({ signedIn: true, withAddress: true, products: [{ id: hotDog.id, quantity: 1 }] })
    await checkout.open()
    await checkout.goesToBank()
    const paid = await page.request.post(page.url(), { form: { action: 'approve', card: '9051000000000013' }, maxRedirects: 0 })
    expect(paid.status()).toBe(303)
    await orders.openHistory()
    await tap(
      page
        .getByRole('link', { name: new RegExp(t('orders:openPage')) })
        .or(page.getByRole('heading', { name: /№|\d{6}/ }))
        .first()
    )
    await expect(orders.payment('methods.card.paid')).toBeVisible({ timeout: 60_000 })
    expect(shop.language).toBe('hy')
  })
})

inLanguage('en', () => {
  test('cash chosen while the page of the bank is open: the page takes no money any more (phone)', async ({
    page,
    context,
    market,
    comes,
    checkout,
    orders,
    shop,
    t
  }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    await comes({ signedIn: true, withAddress: true, products: [{ id: hotDog.id, quantity: 1 }] })
    await checkout.open()
    await checkout.goesToBank()
    const bankPage = await context.newPage()
    await bankPage.goto(page.url())
    await page.goBack()
    const number = /(\d{5,})/.exec(await bankPage.getByRole('definition').first().innerText())?.[1] ?? ''
    await shop.open(`/account/orders/${number}`)
    await tap(shop.button('paying:methods.cash.instead'))
    await expect(orders.payment('methods.cash.by')).toBeVisible()
    await bankPage.getByRole('button', { name: 'Approve the payment' }).click()
    await bankPage.waitForURL(/\/account\/orders\/\d+/)
    await expect(bankPage.getByRole('definition').filter({ hasText: t('orders:methods.cash.by') })).toBeVisible()
    await expect(bankPage.getByText(t('receipts:refund.title'))).toHaveCount(0)
  })
})
