import * as baskets from '#contract/baskets/calls.ts'
import type { ReorderChange } from '#contract/baskets/reorder.ts'
import * as reviews from '#contract/reviews/calls.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

inLanguage('hy', () => {
  test('an order is in the basket again with one press, and what has changed is named (phone)', async ({
    page,
    shop,
    market,
    comes,
    checkout,
    orders,
    basket,
    t
  }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    const { call } = await comes({ signedIn: true, withAddress: true, products: [{ id: hotDog.id, quantity: 2 }] })
    await checkout.open()
    await checkout.pays('cash')
    const number = await checkout.orders()
    await expect(orders.state('step4')).toBeVisible({ timeout: 60_000 })
    await orders.openHistory()
    const again = orders.card(number).getByRole('button', { name: `${t('orders:again')}, ${t('orders:number', { number })}` })
    await tap(again)
    await expect((await basket.place()).getByText(hotDog.name).first()).toBeVisible()
    await expect(page.locator('[data-basket-count]').filter({ visible: true }).first()).toHaveText('2')
    await page.keyboard.press('Escape')

    // The shop's answer, as it would be once things are gone: what it is made of is tested without a browser.
    await page.route('**/api/baskets/reorder/*', async (route) => {
      const response = await route.fetch()
      const reply = (await response.json()) as { data: { changes: ReorderChange[] } }
      const line = { productId: hotDog.id, name: hotDog.name, picture: 'tolma', unitId: 1 as const, lostOptions: [], price: null }
      reply.data.changes = [
        { ...line, name: 'Gone', ordered: 2, inBasket: 0 },
        { ...line, name: 'Less', ordered: 5, inBasket: 2, price: { before: 900, now: 1200 } }
      ]
      await route.fulfill({ response, json: reply })
    })
    await tap(again)
    const dialog = shop.dialog(t('reorder:title'))
    const changed = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
    await expect(changed('Gone')).toContainText(t('reorder:gone'))
    await expect(changed('Less')).toContainText(t('reorder:price', { now: shop.money(1200), before: shop.money(900) }))
    await tap(dialog.getByRole('button', { name: t('reorder:toBasket') }))
    await expect(dialog).toBeHidden()
    await expect((await basket.place()).getByText(hotDog.name).first()).toBeVisible()

    // With nothing under way and nothing to rate, the home page offers it: from the second look on, so that nothing moves.
    await page.unroute('**/api/baskets/reorder/*')
    await shop.open(`/account/orders/${number}`)
    await tap(shop.button('orders:rate'))
    await tap(shop.dialog(t('rating:title')).getByRole('button', { name: t('rating:decline') }))
    await expect.poll(() => call(reviews.reviewable), 'declined for good').toBeNull()
    await call(baskets.replace, { body: { items: [] } })
    await shop.open('/')
    const line = page.locator('[data-active-order]')
    await expect(async () => {
      await page.mouse.wheel(0, 10)
      expect(await page.evaluate(() => localStorage['root:orders'])).toContain('"again"')
    }).toPass()
    await page.reload()
    await expect(line).toContainText(hotDog.supplier.name)
    await page.mouse.wheel(0, -10)
    await expect(line).toHaveAttribute('data-ready', '')
    await tap(line)
    await expect((await basket.place()).getByText(hotDog.name).first()).toBeVisible()
  })
})
