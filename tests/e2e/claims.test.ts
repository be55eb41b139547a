import sharp from 'sharp'
import { staff } from '#tests/support/e2e/bookings.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

/** A photo of the size that phones take. */
const dinner = (): Promise<Buffer> =>
  sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#a43', noise: { type: 'gaussian', mean: 128, sigma: 30 } } })
    .jpeg({ quality: 60 })
    .toBuffer()

inLanguage('ru', () => {
  test('what was missing is said on the page of the order with a photo, and comes back as points, and so does the rest (phone)', async ({
    page,
    shop,
    market,
    comes,
    checkout,
    orders,
    t
  }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    await comes({ signedIn: true, withAddress: true, products: [{ id: hotDog.id, quantity: 2 }] })
    await checkout.open()
    await checkout.pays('cash')
    const number = await checkout.orders()
    await expect(shop.button('orders:claim'), 'nothing is said before it is there').toHaveCount(0)
    await expect(orders.state('step4')).toBeVisible({ timeout: 60_000 })

    await tap(shop.button('orders:claim'))
    const form = page.locator('form').filter({ has: page.getByRole('heading', { name: t('claims:title') }) })
    await expect(form.getByRole('heading', { name: t('claims:title') })).toBeFocused()
    await tap(shop.button('claims:send'))
    await expect(form.getByRole('alert').filter({ hasText: t('claims:none') })).toBeVisible()

    await tap(form.getByRole('checkbox', { name: hotDog.name }))
    await tap(
      form.getByRole('group', { name: t('claims:item', { name: hotDog.name }) }).getByRole('radio', { name: t('claims:reason.missing') })
    )
    await tap(
      form.getByRole('group', { name: t('claims:quantity', { name: hotDog.name }) }).getByRole('button', { name: t('states:less') })
    )
    await tap(form.getByRole('checkbox', { name: t('claims:reason.late') }))
    await tap(form.getByRole('radio', { name: new RegExp(`^${t('claims:refundAs.points')}`) }))
    const picker = form.getByLabel(t('claims:photos.add'))
    // What is no photo is refused where it was picked, and nothing else is lost.
    await picker.setInputFiles({ name: 'note.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') })
    await expect(form.getByRole('alert').filter({ hasText: t('codes:PHOTO_UNREADABLE') })).toBeVisible()
    await picker.setInputFiles({ name: 'dinner.jpg', mimeType: 'image/jpeg', buffer: await dinner() })
    await expect(form.getByRole('img', { name: t('claims:photos.one', { which: '1' }) })).toBeVisible()
    await tap(form.getByRole('button', { name: t('claims:photos.remove', { which: '1' }) }))
    await picker.setInputFiles({ name: 'dinner.jpg', mimeType: 'image/jpeg', buffer: await dinner() })
    await expect(form.getByRole('button', { name: t('claims:photos.remove', { which: '1' }) })).toBeVisible()
    await form.getByRole('textbox', { name: t('claims:comment') }).fill('Привезли один.')
    await tap(shop.button('claims:send'))
    await expect(page.getByRole('heading', { name: t('claims:list') })).toBeFocused()
    await expect(shop.button('orders:claim'), 'all is said').toHaveCount(0)

    // The supplier of the demo answers.
    const said = page.getByRole('listitem').filter({ hasText: 'Привезли один.' })
    const price = shop.money(hotDog.price)
    await expect(said.first()).toContainText(t('claims:state.asPoints', { amount: price }))
    await expect(page.getByText(new RegExp(`^${t('receipts:refund.as.points', { amount: price, at: '.*' })}`))).toBeVisible()
    const photo = said.first().getByRole('img', { name: t('claims:photos.one', { which: '1' }) })
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1_000)
    await expect(said.first()).toContainText(t('claims:demo.refunded'))
    await expect(said.last()).toContainText(t('claims:state.answered'))
    await expect(page.getByText(t('orders:refundedLine', { quantity: '1' }))).toBeVisible()

    // From the second look at the home page on it is offered to be rated: four taps, the first star stands for all questions.
    await shop.open('/')
    const line = page.locator('[data-active-order]')
    await expect(async () => {
      await page.mouse.wheel(0, 10)
      expect(await page.evaluate(() => localStorage['root:orders'])).toContain('"rate"')
    }).toPass()
    await page.reload()
    await expect(line).toContainText(t('home:rateOrder'))
    await tap(line)
    await tap(shop.button('orders:rate'))
    const rating = shop.dialog(t('rating:title'))
    await tap(
      rating
        .getByRole('group', { name: t('rating:question.goods') })
        .locator('label')
        .last()
    )
    await expect(
      rating
        .getByRole('group', { name: t('rating:question.courier') })
        .getByRole('radio')
        .last()
    ).toBeChecked()
    await tap(rating.getByRole('button', { name: t('rating:send') }))
    await expect(shop.dialog(t('rating:thanks.title'))).toBeVisible()
    await tap(shop.button('rating:thanks.ok'))
    await expect(shop.button('orders:rate'), 'it is rated once').toHaveCount(0)

    // The rest goes back, too: people would pay it by hand, and nobody has to wait for that.
    await staff('refund', number)
    const asPoints = page.getByText(new RegExp(`^${t('receipts:refund.as.points', { amount: '.*', at: '.*' })}`))
    await expect(asPoints).toHaveCount(1)
    const take = page.getByRole('button', { name: new RegExp(`^${t('receipts:refund.storeCredit.points', { amount: '.*' })}$`) })
    await tap(take)
    await tap(shop.button('modals:confirm.refundAsPoints.yes'))
    await expect(take).toHaveCount(0)
    await expect(asPoints).toHaveCount(2)
  })
})

inLanguage('en', () => {
  test('what was missing of an order that was paid by card comes back to the card (desk)', async ({
    page,
    shop,
    market,
    comes,
    checkout,
    orders,
    bank,
    t
  }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    const fries = await market.product(ALWAYS_OPEN.burgers, '4001')
    await comes({
      signedIn: true,
      withAddress: true,
      products: [
        { id: hotDog.id, quantity: 1 },
        { id: fries.id, quantity: 1 }
      ]
    })
    await checkout.open()
    const { total } = await checkout.parts()
    await checkout.goesToBank()
    await bank.answers('approve')
    await expect(orders.state('step4')).toBeVisible({ timeout: 60_000 })

    await tap(shop.button('orders:claim'))
    const form = page.locator('form').filter({ has: page.getByRole('heading', { name: t('claims:title') }) })
    await tap(form.getByRole('checkbox', { name: hotDog.name }))
    const reasons = form.getByRole('group', { name: t('claims:item', { name: hotDog.name }) })
    await tap(reasons.getByRole('radio', { name: t('claims:reason.missing') }))
    await expect(form.getByRole('radio', { name: t('claims:refundAs.money') })).toBeChecked()
    await tap(shop.button('claims:send'))

    const amount = shop.money(hotDog.price)
    await expect(page.getByRole('listitem').filter({ hasText: t('claims:demo.refunded') })).toContainText(
      t('claims:state.refunded', { amount })
    )
    await expect(page.getByText(new RegExp(`^${t('receipts:refund.done', { amount, at: '.*' })}`))).toBeVisible({ timeout: 60_000 })
    const given = { amount, total: shop.money(total) }
    await expect(page.getByRole('definition').filter({ hasText: t('orders:partlyRefunded', given) })).toBeVisible()
    await expect(page.getByText(t('orders:refundedLine', { quantity: '1' }))).toBeVisible()
  })
})
