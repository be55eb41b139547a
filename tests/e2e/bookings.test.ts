import { readFile } from 'node:fs/promises'
import * as bookings from '#contract/bookings/calls.ts'
import { CLEANING, LAUNDRY, staff } from '#tests/support/e2e/bookings.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

inLanguage('hy', () => {
  test('laundry is booked, fetched, priced, agreed to and brought back (desk)', async ({
    page,
    shop,
    market,
    person,
    comes,
    basket,
    t
  }) => {
    const duvet = await market.product(LAUNDRY, 'L-05')
    const curtains = await market.product(LAUNDRY, 'H-02')
    const { call } = await comes({ signedIn: true, withAddress: true })
    await person.adds(duvet)
    await person.adds(curtains)
    await tap((await basket.place()).getByRole('link', { name: t('basket:checkout') }))
    await expect(page).toHaveURL(/\/account\/bookings\/new$/)
    await expect(page.getByRole('radio', { name: t('bookings:speeds.standard') })).toBeChecked()
    await page.getByRole('textbox', { name: t('bookings:comment') }).fill('Զանգեք հարևանին')
    await tap(shop.button('bookings:review'))
    const confirm = shop.dialog(t('bookings:confirm.title'))
    await expect(confirm).toContainText(duvet.name)
    await tap(confirm.getByRole('button', { name: t('bookings:confirm.book') }))
    await expect(page).toHaveURL(/\/account\/bookings$/)
    const [booking] = await call(bookings.list, { query: {} })
    if (!booking) throw new Error('nothing was booked')
    const card = page.getByRole('article', { name: t('bookings:number', { number: booking.number }) })
    await expect(card).toContainText(t('bookings:status.1'))
    await expect(card).toContainText(shop.money(booking.orderPrice))
    const [file] = await Promise.all([page.waitForEvent('download'), tap(card.getByRole('link', { name: t('bookings:calendar') }))])
    expect(file.suggestedFilename()).toBe(`${booking.number}.ics`)
    expect((await readFile(await file.path(), 'utf8')).match(/^DTSTART:.*Z/gm)).toEqual(
      [booking.pickupFrom, booking.deliveryFrom].map((iso) => `DTSTART:${new Date(iso).toISOString().replaceAll(/[-:]|\.000/g, '')}`)
    )
    expect(booking.customerComment).toBe('Զանգեք հարևանին')

    for (let step = 0; step < 4; step++) await staff('step', booking.number)
    await staff('price', booking.number, '2=4')
    await page.reload()
    await expect(card).toContainText(t('bookings:status.5'))
    const [asked] = await call(bookings.list, { query: {} })
    expect(asked?.orderPrice).toBeGreaterThan(booking.orderPrice)
    await tap(card.getByRole('radio', { name: t('account:payment.methods.cash.name') }))
    await tap(card.getByRole('button', { name: t('bookings:agree', { price: shop.money(asked?.orderPrice ?? 0) }) }))
    await expect(page).toHaveURL(/\/account\/orders\/\d+/)
    await expect(page.getByText(duvet.name)).toBeVisible()

    // The work begins; the demo does the rest by itself.
    await staff('step', booking.number)
    await expect.poll(async () => (await call(bookings.list, { query: {} }))[0]?.status, { timeout: 60_000 }).toBe(8)
    await shop.open('/account/bookings')
    await expect(card).toContainText(t('bookings:status.8'))
  })
})

inLanguage('ru', () => {
  test('a booking is cancelled before the courier leaves (phone)', async ({ page, shop, market, comes, t }) => {
    const coat = await market.product(LAUNDRY, 'D-05')
    await comes({ signedIn: true, withAddress: true, products: [{ id: coat.id, quantity: 1 }] })
    // A checkout of what is booked leads on to where its times are chosen.
    await shop.open('/checkout')
    await expect(page).toHaveURL(/\/account\/bookings\/new$/)
    await tap(shop.button('bookings:review'))
    await tap(shop.dialog(t('bookings:confirm.title')).getByRole('button', { name: t('bookings:confirm.book') }))
    const card = page.getByRole('article')
    await expect(card).toContainText(t('bookings:status.1'))
    await tap(card.getByRole('button', { name: t('bookings:cancel') }))
    await expect(card).toContainText(t('bookings:ended.customer'))
    await expect(card.getByRole('button')).toHaveCount(0)
  })
})

inLanguage('en', () => {
  test('a service that is not fetched is agreed to before it is ordered, and spoken of as a visit (desk)', async ({
    page,
    shop,
    market,
    comes,
    checkout,
    t
  }) => {
    const cleaning = await market.product(CLEANING, 'EX03')
    await comes({ signedIn: true, withAddress: true, products: [{ id: cleaning.id, quantity: 1 }] })
    await checkout.open()
    await expect(page.getByText(t('basket:service.visit'), { exact: true })).toBeVisible()
    await expect(page.getByRole('group', { name: t('checkout:runOut.legend') }), 'a visit does not run out').toHaveCount(0)
    const { total } = await checkout.parts()
    const price = shop.money(total)
    await tap(shop.button('checkout:service.review', { price }))
    const confirm = shop.dialog(t('bookings:confirm.order'))
    await expect(confirm).toContainText(cleaning.name)
    await expect(confirm).toContainText('Abovyan Street 10')
    await tap(confirm.getByRole('button', { name: t('bookings:confirm.back') }))
    await expect(confirm).toBeHidden()
    await expect(page).toHaveURL(shop.path('/checkout'))
    // Tomorrow: the first time of today may be over before it is ordered.
    const when = checkout.part('when')
    const atTime = when.getByRole('radio', { name: t('checkout:atTime') })
    await expect(atTime.or(when.getByRole('combobox')).first()).toBeVisible()
    if ((await atTime.count()) > 0) await tap(atTime)
    await when.getByRole('combobox', { name: t('checkout:day') }).selectOption({ index: 1 })
    await tap(page.getByRole('radio', { name: new RegExp(`^${t('checkout:methods.pos.name')}`) }))
    await tap(shop.button('checkout:service.review', { price }))
    await expect(confirm).toContainText(t('checkout:methods.pos.name'))
    await tap(confirm.getByRole('button', { name: t('checkout:methods.pos.order', { price }) }))

    await expect(page).toHaveURL(/\/account\/orders\/\d+/)
    const steps = page.getByRole('region', { name: t('orders:progress') }).getByRole('listitem')
    await expect(steps.last()).toContainText(t('orders:service.step4'))
    await expect(page.getByText(t('basket:service.visit'), { exact: true })).toBeVisible()
    await expect(page.getByText(t('orders:runOut.title')), 'nothing can run out').toHaveCount(0)

    const [, number = ''] = /\/orders\/(\d+)/.exec(page.url()) ?? []
    // Once it is accepted, the demo does the rest by itself.
    await staff('accept', number)
    await expect(page.getByText(t('orders:service.say4', { number })), 'who does not look is told that it is done').toBeAttached()
    await expect(steps.last()).toHaveAttribute('aria-current', 'step')
  })
})
