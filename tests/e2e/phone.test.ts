import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { newPhone } from '#tests/support/e2e/contacts.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

/** From a page nobody touched to a placed order; the figure of the peers is 11 to 12. */
const MAX_TAPS = 10

inLanguage('en', () => {
  test('from nothing to an order in at most ten taps, and the home page leads back to it (phone)', async ({
    page,
    shop,
    market,
    person,
    checkout,
    t
  }) => {
    const dish = await market.product(ALWAYS_OPEN.burgers, '4006')
    // The dishes are on the first screen, and a tap on one shows it without leaving the menu.
    await shop.open(dish.soldAt)
    expect((await page.getByRole('article').first().boundingBox())?.y).toBeLessThan(700)
    await tap(page.getByRole('article').filter({ hasText: dish.name }).getByRole('heading'))
    await expect(page).toHaveURL(shop.path(dish.soldAt))
    const sheet = shop.dialog(dish.name)
    await expect(sheet.getByRole('button', { name: `${t('product:addButton')} ${shop.money(dish.price)}`, exact: true })).toBeVisible()

    let taps = 0
    const press: typeof tap = async (target) => ((taps += 1), await tap(target))
    await shop.open('/')
    await press(
      page
        .getByRole('main')
        .getByRole('link', { name: t('frame:restaurantsTile'), exact: true })
        .first()
    )
    await press(page.getByRole('link', { name: dish.supplier.name, exact: true }).first())
    await press(shop.button('product:add', { name: dish.name }))
    const bar = page.getByRole('button', { name: new RegExp(`^${t('frame:viewBasket')} 1`) })
    await expect(bar).toContainText('֏')
    await press(bar)
    await press(page.getByRole('dialog').getByRole('link', { name: t('basket:checkout') }))
    // The button is in sight at once, alone at the bottom.
    const order = checkout.part('summary').getByRole('button').last()
    await expect(order).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('navigation', { name: t('frame:bottom') })).toBeHidden()
    await press(order)
    const contact = page.getByRole('textbox', { name: t('auth:contact') })
    await expect(contact).toHaveValue('+374 ')
    await expect(contact).toHaveAttribute('inputmode', 'tel')
    const number = newPhone()
    await contact.fill(number)
    await press(shop.button('auth:getCode'))
    await page.getByRole('textbox', { name: t('auth:code.label'), exact: true }).fill(await person.readsCode())
    await page.getByRole('textbox', { name: t('auth:name.first'), exact: true }).fill('Ani')
    await page.keyboard.press('Enter')
    // Nothing to look for: the address is asked for next, and its field is ready.
    const address = checkout.part('where').getByRole('combobox')
    await expect(address).toBeFocused()
    await page.keyboard.type('Abovyan 12')
    await press(page.getByRole('option').first())
    await press(checkout.part('summary').getByRole('button').last())
    const placed = page.waitForURL(/\/account\/orders\/\d+/)
    const agree = page.getByRole('alert').getByRole('button')
    await Promise.race([placed, agree.waitFor().then(() => press(agree))])
    await placed
    expect(taps).toBeLessThanOrEqual(MAX_TAPS)

    const orderNumber = /\/orders\/(\d+)/.exec(page.url())?.[1] ?? ''
    await expect(page.getByRole('region', { name: t('orders:progress') })).toBeVisible()
    await shop.open('/')
    const line = page.getByRole('link', { name: new RegExp(t('orders:number', { number: orderNumber })) })
    await tap(line)
    await expect(page).toHaveURL(new RegExp(`/orders/${orderNumber}`))
  })
})
