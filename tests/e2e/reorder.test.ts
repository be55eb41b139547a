import type { ReorderChange } from '#contract/baskets/reorder.ts'
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
    await comes({ signedIn: true, withAddress: true, products: [{ id: hotDog.id, quantity: 2 }] })
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
    const dialog = shop.dialog(t('basket:reorder.title'))
    const line = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
    await expect(line('Gone')).toContainText(t('basket:reorder.gone'))
    await expect(line('Less')).toContainText(t('basket:reorder.price', { now: shop.money(1200), before: shop.money(900) }))
    await tap(dialog.getByRole('button', { name: t('basket:reorder.toBasket') }))
    await expect(dialog).toBeHidden()
    await expect((await basket.place()).getByText(hotDog.name).first()).toBeVisible()
  })
})
