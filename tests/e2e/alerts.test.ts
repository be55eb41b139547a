import * as alerts from '#contract/alerts/calls.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { LAUNDRY } from '#tests/support/e2e/bookings.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

inLanguage('ru', () => {
  test('a guest signs in to be told when a product is back, changes how, and takes it back (phone)', async ({
    page,
    shop,
    market,
    person,
    t
  }) => {
    const gone = (await market.menu(ALWAYS_OPEN.burgers)).find(({ stock }) => stock === 0)
    if (!gone) throw new Error('nothing is sold out')
    await shop.open(`/products/${gone.id}`)
    await tap(shop.button('product:tellMe'))
    const sheet = shop.dialog(t('alerts:title.product'))
    await tap(sheet.getByRole('button', { name: t('account:signIn.action') }))
    await person.introducesThemself()
    // The sheet is still there, and knows the person.
    await expect(sheet.getByRole('radio', { name: t('account:notifications.channel.sms') })).toBeChecked()
    await tap(sheet.getByRole('radio', { name: t('account:notifications.channel.push') }))
    await tap(sheet.getByRole('button', { name: t('alerts:submit') }))
    await expect(sheet.getByText(t('alerts:waiting.product', { name: gone.name }))).toBeVisible()
    await tap(sheet.getByRole('radio', { name: t('account:notifications.channel.sms') }))
    await tap(sheet.getByRole('button', { name: t('alerts:change') }))
    await tap(sheet.getByRole('button', { name: t('alerts:done') }))
    await expect(sheet).toBeHidden()

    await shop.open('/account/notifications/settings')
    const list = page.getByRole('region', { name: t('alerts:list') })
    await expect(list).toContainText(gone.name)
    await tap(list.getByRole('button', { name: t('alerts:stop') }))
    await expect(list).toHaveCount(0)
  })
})

inLanguage('en', () => {
  test('somebody waits for a place in a full window (desk)', async ({ page, shop, market, comes, t }) => {
    const coat = await market.product(LAUNDRY, 'D-05')
    const { call } = await comes({ signedIn: true, withAddress: true, products: [{ id: coat.id, quantity: 1 }] })
    // All windows of a day but its last are full; of today there may be one alone.
    await page.route('**/api/baskets/book/availableDatetimes**', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { data: { windows: { places: number }[] } }
      body.data.windows.slice(0, -1).forEach((window) => (window.places = 0))
      await route.fulfill({ response: answer, json: body })
    })
    await shop.open('/account/bookings/new')
    await page
      .getByRole('combobox', { name: t('bookings:day') })
      .first()
      .selectOption({ index: 1 })
    const tell = shop.button('bookings:tellMe').first()
    await tap(tell)
    const sheet = shop.dialog(t('alerts:title.window'))
    await tap(
      sheet
        .getByRole('group', { name: t('alerts:times') })
        .getByRole('radio')
        .first()
    )
    await tap(sheet.getByRole('button', { name: t('alerts:submit') }))
    await expect(sheet.getByText(t('alerts:waiting.window', { name: coat.supplier.name }))).toBeVisible()
    expect(await call(alerts.list, {})).toMatchObject([{ kind: 'window', supplier: { id: LAUNDRY } }])
  })
})
