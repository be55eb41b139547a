import * as auth from '#contract/auth/calls.ts'
import * as baskets from '#contract/baskets/calls.ts'
import { staffPayments } from '#tests/support/e2e/bookings.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

inLanguage('ru', () => {
  test('a company pays into its wallet, orders from it where it is taken, and sees that it is not elsewhere (desk)', async ({
    page,
    shop,
    market,
    comes,
    checkout,
    t
  }) => {
    const pills = await market.product(ALWAYS_OPEN.pharmacy, 'APN01')
    const burger = await market.product(ALWAYS_OPEN.burgers, '3003')
    const { call, user } = await comes({ signedIn: true, withAddress: true })
    const tin = String(40_000_000 + (user?.id ?? 0))
    await call(auth.change, { body: { companyName: 'ООО «Арарат»', tin } })

    await shop.open('/account/wallet')
    await expect(page.getByRole('heading', { name: t('wallet:corporate.title'), exact: true })).toBeVisible()
    await tap(page.getByRole('button', { name: t('wallet:corporate.open') }))
    const amount = page.getByRole('textbox', { name: t('wallet:corporate.amount') })
    await amount.fill('9999')
    await tap(page.getByRole('button', { name: t('wallet:corporate.submit') }))
    await expect(amount).toHaveAttribute('aria-invalid', 'true')
    await amount.fill('20 000')
    await tap(page.getByRole('button', { name: t('wallet:corporate.submit') }))
    await tap(page.getByRole('link', { name: t('wallet:corporate.print') }))
    await expect(page.getByText('ООО «Арарат»')).toBeVisible()
    await expect(page.getByRole('row', { name: t('invoice:topUp') })).toContainText(shop.money(20_000))
    const number = /\/orders\/(W\d+)\/invoice/.exec(page.url())?.[1] ?? ''
    await staffPayments('received', number)
    await tap(page.getByRole('link', { name: t('invoice:topUpBack') }))
    await expect(page.getByText(shop.money(20_000)).first()).toBeVisible()
    await expect(page.getByText(t('wallet:corporate.why.toppedUp', { invoice: number }))).toBeVisible()

    // The burgers' place takes none.
    await call(baskets.replace, { body: { items: [{ productId: burger.id, quantity: 1 }] } })
    await checkout.open()
    await expect(checkout.part('pay').getByRole('checkbox', { name: t('checkout:own.corporateRefused') })).toBeDisabled()

    await call(baskets.replace, { body: { items: [{ productId: pills.id, quantity: 2 }] } })
    await checkout.open()
    const { total } = await checkout.parts()
    const price = shop.money(total)
    await tap(checkout.part('pay').getByRole('checkbox', { name: t('checkout:own.corporate', { price }) }))
    await expect(checkout.part('summary').getByText(t('checkout:own.corporateRow'), { exact: true })).toBeVisible()
    await expect(checkout.part('pay')).toContainText(t('checkout:own.all'))
    await tap(checkout.part('summary').getByRole('button', { name: t('checkout:own.order') }))
    await expect(page).toHaveURL(/\/account\/orders\/\d+/)
    await expect(page.getByRole('definition').filter({ hasText: t('orders:methods.corporateWallet.paid') })).toBeVisible()
    await shop.open('/account/wallet')
    await expect(page.getByText(shop.money(20_000 - total)).first()).toBeVisible()
    const spent = page.getByRole('listitem').filter({ hasText: shop.money(-total) })
    await expect(spent).toContainText(t('wallet:corporate.why.spent'))
  })
})
