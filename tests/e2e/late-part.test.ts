import { formatQuantity } from '#domain/time/date-format.ts'
import { randomUUID } from 'node:crypto'
import { lastSlot, placeOrder } from '#tests/support/e2e/audit/person.ts'
import { staff } from '#tests/support/e2e/bookings.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

inLanguage('ru', () => {
  test('an order that staff look into; then of two places one is late, and the other lacks something: it is replaced, then taken off (phone)', async ({
    page,
    shop,
    market,
    comes,
    t
  }) => {
    const burger = await market.product(ALWAYS_OPEN.burgers, '3003')
    const [other, another] = (await market.menu(ALWAYS_OPEN.hotDogs)).filter(
      ({ hasOptions, adult, stock }) => !hasOptions && !adult && stock === null
    )
    if (!other || !another) throw new Error('the other place sells too little without options')
    const visitor = await comes({
      ...{ signedIn: true, withAddress: true },
      products: [
        { id: burger.id, quantity: 2 },
        { id: other.id, quantity: 3 }
      ]
    })
    const { orderNumber: number } = await placeOrder(visitor, 'cash', randomUUID(), await lastSlot(visitor))
    await shop.open(`/account/orders/${number}`)
    await expect(shop.button('orders:share')).toBeVisible()
    // Staff look into it: until they have, it cannot be cancelled, and the page says why by itself.
    await expect(shop.button('orders:cancel')).toBeVisible()
    await staff('pause', number, 'уточняем адрес')
    const paused = page.getByRole('region', { name: t('orders:paused.title') })
    await expect(paused).toContainText('уточняем адрес')
    await expect(shop.button('orders:cancel')).toHaveCount(0)
    await staff('resume', number)
    await expect(paused).toHaveCount(0)
    await expect(shop.button('orders:cancel')).toBeVisible()
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

    // The page asks by itself what to do about the line, and shows what became of it.
    const place = `${number}/${other.supplier.alias}`
    await staff('replace', place, '1', String(another.id), '3', 'свежее')
    const question = page.getByRole('region', { name: t('orderInfo:replacement.title', { ordered: other.name }) })
    await expect(question).toContainText(another.name)
    await expect(question).toContainText('свежее')
    await tap(question.getByRole('button', { name: t('orderInfo:replacement.take') }))
    await expect(question).toHaveCount(0)
    await expect(page.getByText(t('orderInfo:replacement.state.accepted', { ordered: other.name, name: another.name }))).toBeVisible()
    await expect(contents.getByRole('listitem').filter({ hasText: another.name })).toBeVisible()
    await staff('refund', place, '2', '1')
    await expect(contents.getByText(t('orders:takenOff.line', { quantity: formatQuantity(1, other.unitId, 'ru') }))).toBeVisible()
  })
})
