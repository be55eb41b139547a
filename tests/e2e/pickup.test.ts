import { violationsOf } from '#tests/support/e2e/audit/axe.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { reloadOffline } from '#tests/support/e2e/offline.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

/** A supermarket that hands orders over at each of its branches. */
const THREE_BRANCHES = 1608

inLanguage('hy', () => {
  test('somebody fetches an order at the only branch, with a code that is there without a connection too', async ({
    page,
    context,
    shop,
    market,
    comes,
    basket,
    checkout,
    orders,
    t
  }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    const { name, branches } = await market.supplier(ALWAYS_OPEN.burgers)
    const address = branches[0]?.address ?? ''
    await comes({ signedIn: true, withAddress: true, products: [{ id: hotDog.id, quantity: 2 }] })
    await shop.open('/about-us')
    const shown = await basket.open()
    const modes = shown.getByRole('list', { name: t('basket:mode.legend') })
    await tap(modes.getByRole('button', { name: new RegExp(`^${t('basket:mode.pickup')}`) }))
    await expect(shown.getByText(address)).toBeVisible()
    await expect(modes.locator('[aria-current]')).toContainText(t('basket:mode.free'))
    expect(await basket.parts()).toMatchObject({ delivery: 0 })
    await tap(shown.getByRole('link', { name: t('basket:checkout') }))

    const where = page.getByRole('region', { name: t('checkout:pickup.where'), exact: true })
    await expect(where).toContainText(address)
    const more = checkout.part('more')
    await more.getByRole('checkbox', { name: t('checkout:gift.is') }).check()
    await more.getByRole('textbox', { name: t('checkout:gift.greeting') }).fill('Շնորհավոր')
    await more.getByRole('radio', { name: t('checkout:runOut.leaveOut') }).check()
    await checkout.pays('cash')
    const number = await checkout.orders()
    await expect(orders.progress()).toBeVisible()
    const code = page.getByRole('region', { name: t('pickup:code.title') })
    const digits = (await code.getByText(/^\d{4}$/).textContent()) ?? ''
    await expect(code.getByRole('img', { name: t('pickup:code.qr', { number }) })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: name })).toContainText(address)

    for (const fact of ['Շնորհավոր', t('orders:runOut.leaveOut')])
      await expect(page.getByRole('definition').filter({ hasText: fact })).toBeVisible()

    // The page is stored by a worker, beside what is shown.
    await reloadOffline(page)
    await expect(page.getByText(t('pickup:code.offline'))).toBeVisible()
    await expect(page.getByText(digits, { exact: true })).toBeVisible()
    await context.setOffline(false)
    await page.reload()
    await expect(orders.progress().getByText(t('orders:pickup.step4'), { exact: true }).first()).toBeVisible({ timeout: 30_000 })
    await expect(code, 'a code that was used is of no use').toBeHidden()
    await tap(page.getByRole('main').getByRole('button', { name: t('orders:rate'), exact: true }))
    const rating = shop.dialog(t('rating:title'))
    const goods = rating.getByRole('group', { name: t('rating:question.goods') })
    // Before the questions are there, none about the courier is there either.
    await expect(goods).toBeVisible()
    await expect(rating.getByRole('group', { name: t('rating:question.courier') }), 'nobody brought it').toHaveCount(0)
    expect(await violationsOf(page, 'dialog')).toEqual([])
    await tap(goods.getByRole('radio', { name: t('rating:star', { count: 4 }), exact: true }))
    await tap(rating.getByRole('button', { name: t('rating:send') }))
    await tap(shop.dialog(t('rating:thanks.title')).getByRole('button', { name: t('rating:thanks.ok') }))
    await expect(page.getByRole('main').getByRole('button', { name: t('orders:rate'), exact: true })).toHaveCount(0)
    await orders.openHistory()
    await tap(page.getByRole('button', { name: t('history:filter.pickup'), exact: true }))
    await expect(orders.card(number)).toContainText(t('orders:pickup.step4'))
  })
})

inLanguage('en', () => {
  test('a guest signs in to fetch an order, chooses one of three branches, and goes back to delivery for another place', async ({
    page,
    shop,
    market,
    person,
    comes,
    basket,
    t
  }) => {
    const supplier = await market.supplier(THREE_BRANCHES)
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    const goods = (await market.menu(supplier.id)).find(({ hasOptions, adult, stock }) => !hasOptions && !adult && stock !== 0)
    if (!goods) throw new Error('the supermarket sells nothing')
    await comes({ products: [{ id: goods.id, quantity: goods.minimumPurchase }] })
    await shop.open(goods.soldAt)
    await tap(page.getByRole('button', { name: new RegExp(`^${t('supplier:pickup', { minutes: '.*' })}`) }))
    await person.introducesThemself()
    const branches = shop.dialog(t('pickup:title'))
    await expect(branches).toBeVisible()
    expect(page.url(), 'nobody who reloads begins anew').not.toContain('enablePickup')
    await tap(branches.getByRole('button', { name: t('pickup:place.map') }))
    await tap(shop.dialog(t('address:map.title')).getByRole('button', { name: t('address:map.pick') }))
    const list = branches.getByRole('listitem')
    await expect(list).toHaveCount(supplier.branches.length)
    await tap(branches.getByRole('button', { name: t('pickup:onMap') }))
    const pins = branches.getByRole('region', { name: t('pickup:map') }).getByRole('button')
    await expect(pins).toHaveCount(supplier.branches.length)
    await tap(list.nth(1).getByRole('button', { name: new RegExp(`^${t('pickup:details')}`) }))
    const one = shop.dialog(t('pickup:selectTitle'))
    const address = (await one.getByRole('heading', { level: 3 }).textContent()) ?? 'no address'
    await tap(one.getByRole('button', { name: new RegExp(`^${t('pickup:here')}`) }))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const shown = await basket.open()
    await expect(shown.getByText(address)).toBeVisible()
    await basket.close()

    await shop.open(hotDog.soldAt)
    await tap(shop.button('product:add', { name: hotDog.name }))
    const asks = shop.dialog(t('pickup:error.title'))
    await expect(asks).toContainText(t('codes:CHANGE_MODE_TO_DELIVERY'))
    await tap(asks.getByRole('button', { name: t('pickup:error.delivery') }))
    await expect(
      page
        .getByRole('alert')
        .or(shop.dialog(t('modals:confirm.startAnew.title')))
        .first()
    ).toBeVisible()
  })
})
