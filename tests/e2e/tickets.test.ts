import { formatMoment } from '#domain/time/date-format.ts'
import { violationsOf } from '#tests/support/e2e/audit/axe.ts'
import { staff } from '#tests/support/e2e/bookings.ts'
import { MUSEUM } from '#tests/support/e2e/market.ts'
import { reloadOffline } from '#tests/support/e2e/offline.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

inLanguage('hy', () => {
  test('tickets are bought online without an address, shown at the entrance without a connection too, and used once', async ({
    page,
    context,
    shop,
    market,
    comes,
    basket,
    checkout,
    orders,
    bank,
    t
  }) => {
    const entry = await market.product(MUSEUM, 'AD')
    await comes({ signedIn: true })
    await shop.open('/gift-card')
    await tap(page.getByRole('link', { name: entry.supplier.name }))
    // The list that it leaves says the same of several.
    await expect(page.getByRole('heading', { level: 1, name: entry.supplier.name })).toBeVisible()
    await expect(page.getByText(t('supplier:tickets.atOnce'))).toBeVisible()
    const card = page.getByRole('article').filter({ hasText: entry.name }).first()
    await tap(card.getByRole('button', { name: new RegExp(`^${t('product:add', { name: entry.name })}`) }))
    const lines = await basket.open()
    await expect(lines.getByText(entry.name).first()).toBeVisible()
    await tap(lines.getByRole('link', { name: t('basket:checkout') }))
    await expect(checkout.part('pay').getByRole('radio').first()).toBeVisible()
    await expect(checkout.part('pay')).not.toContainText(t('checkout:methods.cash.name'))
    for (const name of ['where', 'when', 'more'] as const) await expect(checkout.part(name)).toHaveCount(0)
    await tap(checkout.part('summary').getByRole('button', { name: t('checkout:methods.card.order', { price: '' }).trim() }))
    const number = await bank.answers('approve')

    const tickets = page.getByRole('region', { name: t('tickets:title') })
    await expect(tickets).toContainText(t('orders:admission.step1'))
    await expect(tickets.getByRole('listitem')).toHaveCount(1)
    await expect(tickets.getByRole('img')).toBeVisible()
    const shown = (await tickets.getByText(/^[A-Z2-9]{4} [A-Z2-9]{4} [A-Z2-9]{4}$/).textContent()) ?? ''
    await expect(orders.payment('methods.card.paid')).toBeVisible()
    expect(await violationsOf(page)).toEqual([])

    await reloadOffline(page)
    await expect(page.getByText(t('tickets:offline'))).toBeVisible()
    await expect(page.getByText(shown, { exact: true })).toBeVisible()
    await context.setOffline(false)

    await shop.open('/account/tickets')
    const list = page.getByRole('list', { name: t('tickets:title') })
    await expect(list.getByText(shown, { exact: true })).toBeVisible()
    await reloadOffline(page)
    await expect(page.getByText(t('tickets:offline'))).toBeVisible()
    await expect(page.getByText(shown, { exact: true })).toBeVisible()
    await context.setOffline(false)
    await page.reload()
    await tap(list.getByRole('link', { name: t('tickets:order', { number }) }))
    await expect(shop.button('orders:admission.giveBack')).toBeVisible()
    await staff('admit', shown)
    await expect(page.getByRole('region', { name: t('tickets:title') })).toContainText(t('orders:admission.step4'))
    await expect(shop.button('orders:admission.giveBack')).toHaveCount(0)
    await shop.open('/account/tickets')
    await expect(page.getByRole('heading', { name: t('tickets:over') })).toBeVisible()
    await expect(page.getByRole('img', { name: t('tickets:qr', { number: shown }) })).toHaveCount(0)
  })

  test('tickets to one show are told apart by their time: at the theatre, in a search, on pages of their own', async ({
    page,
    shop,
    market,
    t
  }) => {
    const shows = await market.shows()
    const [times, name] = [shows.slice(0, 2).map(({ admissionAt }) => formatMoment(admissionAt ?? '')), shows[0]?.name ?? '']
    await shop.open(shows[0]?.soldAt ?? '')
    const cards = page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
    for (const time of times) await expect(cards.filter({ hasText: time })).toHaveCount(1)

    await shop.open('/search')
    await page
      .getByRole('main')
      .getByRole('combobox', { name: t('search:label') })
      .fill(name)
    const suggested = page.getByRole('option').filter({ hasText: t('search:dates', { count: shows.length }) })
    await expect(suggested).toContainText(name)

    await shop.open(`/search?term=${encodeURIComponent(name)}`)
    const found = cards.filter({ hasText: times[0] ?? '' })
    await tap(found.getByText(t('search:otherDates'), { exact: true }))
    await tap(found.getByRole('link', { name: times[1] ?? '' }))
    await expect(page).toHaveTitle(new RegExp(`${name}, ${times[1]}`))
    await expect(page.getByRole('main').getByText(times[1] ?? '', { exact: true })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
  })
})
