import { sumOf } from '#tests/support/e2e/amounts.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

/** What a person writes stays text wherever it is shown. */
const COMMENT = '3-րդ մուտք "><img src=x onerror=a()>&lt;'

inLanguage('hy', () => {
  test('a first order in cash, from the home page to the door', async ({ page, shop, market, person, basket, checkout, orders, t }) => {
    const burger = await market.product(ALWAYS_OPEN.burgers, '2002')
    const [, extras] = burger.configurators
    const [patty, cheddar] = extras?.values ?? []
    if (!extras || !patty || !cheddar) throw new Error('the burger has lost its options')

    await shop.open('/')
    await tap(
      page
        .getByRole('main')
        .getByRole('link', { name: t('frame:restaurantsTile'), exact: true })
        .first()
    )
    await tap(page.getByRole('link', { name: burger.supplier.name, exact: true }).first())
    await expect(page).toHaveURL(shop.path(burger.soldAt))

    const sheet = await person.opensOptionsOf(burger)
    await sheet.getByRole('radio').nth(1).check()
    await sheet.getByRole('checkbox', { name: cheddar.name }).check()
    const price = burger.price + cheddar.price
    await tap(sheet.getByRole('button', { name: `${t('product:addButton')} ${shop.money(price)}`, exact: true }))
    await expect(sheet).toBeHidden()

    await basket.open()
    const before = await basket.parts()
    expect(before).toMatchObject({ items: price })
    expect(before.delivery).toBeGreaterThan(0)
    expect(before.fee).toBeGreaterThan(0)
    expect(before.total).toBe(sumOf(before))
    await tap((await basket.place()).getByRole('link', { name: t('basket:checkout') }))

    await tap(page.getByRole('main').getByRole('button', { name: t('checkout:signIn'), exact: true }))
    await person.introducesThemself()
    await checkout.typesAddress()
    await expect(checkout.part('when').getByRole('radio').first()).toBeChecked()
    await checkout.pays('cash')
    await checkout.part('more').getByRole('textbox').fill(COMMENT)
    await checkout
      .part('more')
      .getByRole('checkbox', { name: t('checkout:cutlery') })
      .check()
    const field = checkout.part('summary').getByRole('textbox', { name: t('basket:voucher.label') })
    await field.fill('nothing')
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription(t('codes:VOUCHER_NOT_FOUND'))
    await field.fill('barev')
    await field.press('Enter')
    await expect(checkout.part('summary').getByRole('button', { name: t('basket:voucher.remove') })).toBeVisible()
    const shown = await checkout.parts()
    expect(shown).toMatchObject({ items: price, packing: before.packing, fee: before.fee, voucher: -1000 })
    expect(shown.total).toBe(sumOf(shown))

    const number = await checkout.orders()
    let loads = 0
    page.on('load', () => (loads += 1))
    await expect(orders.progress()).toBeVisible()
    expect(await orders.parts()).toEqual(shown)
    await expect(orders.state('step4')).toBeVisible({ timeout: 30_000 })
    await expect(orders.progress().getByText(t('orders:arrived'))).toBeVisible()
    expect(loads, 'it came without a reload').toBe(0)

    await expect(shop.button('orders:claim'), 'it appears above the link once the order has come').toBeVisible()
    await tap(shop.link('orders:allOrders'))
    const card = orders.card(number)
    await expect(card).toContainText(burger.supplier.name)
    await expect(card).toContainText(shop.money(shown.total))
    await tap(card.getByRole('button', { name: t('history:details') }))
    const details = shop.dialog(t('orders:number', { number }))
    await expect(details.getByText(COMMENT)).toBeVisible()
    await expect(details).toContainText(`${burger.name}`)
    await expect(details).toContainText(t('orders:cutleryYes'))
  })

  test('a product with every kind of choice shows what it costs at once', async ({ market, person, shop, t }) => {
    const dish = await market.product(ALWAYS_OPEN.burgers, '2005')
    const group = (type: string) => dish.configurators.find((one) => one.type === type)
    const [radio, select, box] = [group('radio'), group('select'), group('checkbox')]
    const side = select?.values.find(({ price }) => price > 0)
    const sauce = box?.values.find(({ price }) => price > 0)
    if (!radio || !side || !sauce || !select) throw new Error('the dish has lost its options')
    const sheet = await person.opensOptionsOf(dish)
    const costs = (amd: number) =>
      expect(sheet.getByRole('button', { name: `${t('product:addButton')} ${shop.money(amd)}`, exact: true })).toBeVisible()

    await expect(sheet.getByRole('radio').first()).toBeChecked()
    await costs(dish.price)
    await sheet.getByRole('radio', { name: side.name }).check()
    await costs(dish.price + side.price)
    await sheet.getByRole('checkbox', { name: sauce.name }).check()
    await costs(dish.price + side.price + sauce.price)
    await tap(sheet.getByRole('button', { name: t('states:more') }))
    await costs(2 * (dish.price + side.price + sauce.price))
    await sheet.getByRole('checkbox', { name: sauce.name }).uncheck()
    await costs(2 * (dish.price + side.price))
  })
})
