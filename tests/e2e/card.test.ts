import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

inLanguage('en', () => {
  test('a card that is declined, then pays; a wallet that is refused, and another that pays; an unpaid order given back', async ({
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

    const untipped = await checkout.parts()
    await checkout.pays('card')
    const tip = checkout.part('pay').getByRole('group', { name: t('checkout:tip.title') })
    await tap(tip.getByRole('radio', { name: shop.money(500), exact: true }))
    const tipped = { ...untipped, tip: 500, total: untipped.total + 500 }
    expect(await checkout.parts()).toEqual(tipped)
    await checkout.pays('cash')
    await expect(tip, 'whoever pays at the door gives it there').toHaveCount(0)
    expect(await checkout.parts()).toEqual(untipped)
    await checkout.goesToBank()
    const first = await bank.answers('funds')
    await expect(page.getByText(t('orders:declinedFunds'))).toBeVisible()
    await expect(orders.payment('declined')).toBeVisible()
    // It is not accepted, so it has no way and no steps yet; whom to call is said.
    await expect(orders.progress()).toHaveCount(0)
    await expect(page.getByRole('link', { name: /\+374/ })).toBeVisible()
    await orders.openHistory()
    await expect(orders.card(first)).toContainText(t('orders:declined'))
    await page.goBack()
    await tap(shop.button('paying:methods.card.payOther', { price: shop.money((await orders.parts()).total) }))
    expect(await bank.answers('approve')).toBe(first)
    await expect(orders.payment('methods.card.paid')).toBeVisible()
    expect(await orders.parts()).toEqual(tipped)
    await expect(orders.progress().getByRole('listitem').first()).toBeVisible()

    await person.adds(hotDog)
    await checkout.open()
    await checkout.goesToBank('idram')
    const second = await bank.answers('refuse')
    expect(second).not.toBe(first)
    await expect(orders.payment('unpaid')).toBeVisible()
    await tap(shop.button('paying:methods.telcell.instead'))
    expect(await bank.answers('approve')).toBe(second)
    await expect(orders.payment('methods.telcell.paid')).toBeVisible()
    await expect(orders.progress()).toBeVisible()

    await person.adds(hotDog)
    await checkout.open()
    const wanted = await checkout.parts()
    await checkout.goesToBank()
    const third = await bank.answers('funds')
    await tap(shop.button('paying:backToBasket'))
    await expect(page).toHaveURL(shop.path('/checkout'))
    await expect(checkout.part('summary')).toContainText(hotDog.name)
    expect(await checkout.parts()).toEqual(wanted)

    await orders.openHistory()
    await expect(orders.card(third)).toContainText(t('orders:step0'))
    await expect(orders.card(first)).not.toContainText(t('orders:unpaid'))
  })
})
