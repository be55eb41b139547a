import { randomUUID } from 'node:crypto'
import * as baskets from '#contract/baskets/calls.ts'
import { placeOrder } from '#tests/support/e2e/audit/person.ts'
import { staff } from '#tests/support/e2e/bookings.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'

inLanguage('ru', () => {
  test('of two places one is late: the page says which, until when, and why (phone)', async ({ page, shop, market, comes, t }) => {
    const burger = await market.product(ALWAYS_OPEN.burgers, '3003')
    const other = (await market.menu(ALWAYS_OPEN.hotDogs)).find(({ hasOptions, adult, stock }) => !hasOptions && !adult && stock === null)
    if (!other) throw new Error('the other place sells nothing without options')
    const visitor = await comes({
      ...{ signedIn: true, withAddress: true },
      products: [
        { id: burger.id, quantity: 2 },
        { id: other.id, quantity: 3 }
      ]
    })
    // For another day: the demo's suppliers do not bring it while the story is told.
    const query = { addressId: visitor.address?.id ?? 0 }
    const { dates } = await visitor.call(baskets.availableTimes, { query })
    const { slots } = await visitor.call(baskets.availableTimes, { query: { ...query, date: dates.at(-1) ?? '' } })
    const later = { deliveryNow: false, deliveryDate: slots[0]?.date ?? '', deliveryTime: slots[0]?.time ?? '' }
    const { orderNumber: number } = await placeOrder(visitor, 'cash', randomUUID(), later)
    await shop.open(`/account/orders/${number}`)
    await expect(shop.button('orders:share')).toBeVisible()
    await staff('delay', `${number}/${burger.supplier.alias}`, '45', 'метель')
    const contents = page.getByRole('region', { name: t('orders:contents') })
    const windows = contents.getByText(/\d\d:\d\d–\d\d:\d\d/)
    await expect(windows).toHaveCount(2)
    await expect(windows.filter({ hasText: 'метель' })).toHaveCount(1)
    // The order is there when its last part is.
    const late = (await windows.filter({ hasText: 'метель' }).textContent()) ?? ''
    const [times = ''] = /\d\d:\d\d–\d\d:\d\d/.exec(late) ?? []
    await expect(page.getByRole('region', { name: t('orders:progress') })).toContainText(times)
    await expect(shop.button('orders:share')).toBeVisible()
  })
})
