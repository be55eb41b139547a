import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inEachLanguage, test } from '#tests/support/e2e/stories.ts'

inEachLanguage(() => {
  test('a card that is declined, then pays; a bank left without an answer; an unpaid order given back', async ({
    page,
    shop,
    market,
    person,
    checkout,
    orders,
    bank,
    t
  }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    await person.adds(hotDog)
    await person.signsIn()
    await checkout.open()
    await checkout.typesAddress()

    await checkout.goesToBank()
    const first = await bank.answers('decline')
    await expect(orders.state('unpaid')).toBeVisible()
    await shop.button('orders:payCard', { price: shop.money((await orders.parts()).total) }).click()
    expect(await bank.answers('approve')).toBe(first)
    await expect(orders.payment('paid')).toBeVisible()
    await expect(orders.state('unpaid')).toBeHidden()

    await person.adds(hotDog)
    await checkout.open()
    await checkout.goesToBank()
    const second = await bank.answers('leave')
    expect(second).not.toBe(first)
    await expect(orders.state('unpaid')).toBeVisible()
    await shop.button('orders:payCash').click()
    await expect(orders.payment('payOnDelivery')).toBeVisible()
    await expect(orders.state('unpaid')).toBeHidden()

    await person.adds(hotDog)
    await checkout.open()
    const wanted = await checkout.parts()
    await checkout.goesToBank()
    const third = await bank.answers('decline')
    await shop.button('orders:backToBasket').click()
    await expect(page).toHaveURL(shop.path('/checkout'))
    await expect(checkout.part('summary')).toContainText(hotDog.name)
    expect(await checkout.parts()).toEqual(wanted)

    await orders.openHistory()
    await expect(orders.card(third)).toContainText(t('orders:step0'))
    await expect(orders.card(first)).not.toContainText(t('orders:unpaid'))
  })
})
