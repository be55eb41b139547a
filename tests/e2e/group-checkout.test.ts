import * as auth from '#contract/auth/calls.ts'
import * as baskets from '#contract/baskets/calls.ts'
import * as groupOrders from '#contract/group-orders/calls.ts'
import { GROUP_ORDER_TYPE, UNLIMITED } from '#domain/orders/group-order.ts'
import { violationsOf } from '#tests/support/e2e/audit/axe.ts'
import { lastSlot, newPhone } from '#tests/support/e2e/audit/person.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'
import { buyAtShop, newPerson } from '#tests/support/shop-client.ts'

inLanguage('ru', () => {
  test('a group order for a later day, of which somebody else bought a part: the checkout says so and leads to it (phone)', async ({
    page,
    baseURL,
    shop,
    market,
    comes,
    checkout,
    t
  }) => {
    const supplierId = ALWAYS_OPEN.hotDogs
    const menu = await market.menu(supplierId)
    const plain = menu.find(({ stock, hasOptions, adult }) => stock === null && !hasOptions && !adult)
    const scarce = menu.find(({ stock, hasOptions }) => stock !== null && stock > 2 && !hasOptions)
    if (!plain || !scarce) throw new Error(`supplier ${supplierId} sells nothing plain, or nothing that can run out`)
    const owner = await comes({ signedIn: true, withAddress: true, products: [{ id: plain.id, quantity: 3 }] })
    const { deliveryDate = '', deliveryTime = '' } = await lastSlot(owner)
    const when = { addressId: owner.address?.id ?? 0, deliveryDate, deliveryTime }
    const { id, hash } = await owner.call(groupOrders.create, {
      body: { supplierId, limit: UNLIMITED, groupOrderType: GROUP_ORDER_TYPE.PAID_BY_OWNER, startAnew: true, ...when }
    })
    const [member, stranger] = await Promise.all([newPhone(), newPhone()].map((phone) => newPerson(() => baseURL ?? '', phone)))
    if (!member || !stranger) throw new Error('nobody else came')
    const me = await member.call(auth.me)
    await member.call(groupOrders.join, { query: { hash }, body: { userId: me.id, groupOrderId: id, participantName: 'Давид' } })
    await member.call(baskets.add, { body: { productId: scarce.id, quantity: scarce.stock ?? 0 } })
    await owner.call(groupOrders.complete, { body: { complete: true } })
    await stranger.call(baskets.add, { body: { productId: plain.id, quantity: 3 } })
    await buyAtShop(stranger, scarce.id, 3)

    await checkout.open()
    await expect(checkout.part('when').getByRole('radio', { name: t('checkout:atTime') })).toBeChecked()
    await expect(checkout.part('when').getByRole('combobox', { name: t('checkout:day') })).toHaveValue(deliveryDate)
    await expect(checkout.part('when').getByRole('combobox', { name: t('checkout:time') })).toHaveValue(deliveryTime)
    await tap(checkout.part('summary').getByRole('button', { name: t('basket:stock.show') }))
    const panel = page.getByRole('dialog', { name: new RegExp(`^${t('group:panel.title')}`) })
    await expect(panel).toContainText(t('group:panel.onlyLeft', { available: String((scarce.stock ?? 0) - 2) }))
    expect(await violationsOf(page)).toEqual([])
    await tap(panel.getByRole('button', { name: t('group:panel.removeLine', { item: scarce.name, name: 'Давид' }) }))
    await expect(panel).not.toContainText(scarce.name)
    await page.keyboard.press('Escape')
    await expect(await checkout.orderButton()).toBeVisible()
    await expect(shop.button('basket:stock.show')).toHaveCount(0)
  })
})
