import sharp from 'sharp'
import * as baskets from '#contract/baskets/calls.ts'
import * as giftCards from '#contract/gift-cards/calls.ts'
import { PAYMENT_METHOD } from '#domain/enums.ts'
import { DEFAULT_LOCALE } from '#domain/locale.ts'
import { lastSlot, placeOrder, visit } from '#tests/support/e2e/audit/person.ts'
import { createBank } from '#tests/support/e2e/bank.ts'
import { staff } from '#tests/support/e2e/bookings.ts'
import { giveCard, printCards, withBoxedCards } from '#tests/support/e2e/gift-cards.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { createShop } from '#tests/support/e2e/shop.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

inLanguage('ru', () => {
  test('a gift card is entered, pays a share of an order, and says where it went', async ({ page, shop, market, comes, checkout, t }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    const { call } = await comes({ signedIn: true, withAddress: true, products: [{ id: hotDog.id, quantity: 2 }] })
    const code = await giveCard(1_000)
    await shop.open('/account/gift-cards')
    await tap(page.getByRole('button', { name: t('giftCards:add') }))
    const enter = shop.dialog(t('giftCards:enter.title'))
    const field = enter.getByRole('textbox', { name: t('giftCards:enter.code') })
    await tap(enter.getByRole('button', { name: t('giftCards:enter.submit') }))
    await expect(enter.getByText(t('giftCards:enter.missing'))).toBeVisible()
    await field.fill('AAAA BBBB CCCC DDDD')
    await tap(enter.getByRole('button', { name: t('giftCards:enter.submit') }))
    await expect(enter.getByText(t('codes:GIFT_CARD_OR_VOUCHER_NOT_FOUND'))).toBeVisible()
    await field.fill(code.toLowerCase())
    await tap(enter.getByRole('button', { name: t('giftCards:enter.submit') }))
    await expect(enter).toHaveCount(0)
    const card = page.getByRole('article', { name: t('giftCards:ending', { code: code.slice(-4) }) })
    await expect(card).toContainText(shop.money(1_000))

    // Of two cards one stays for another day.
    const other = await giveCard(1_200)
    await call(giftCards.activate, { body: { cardCode: other, giftCardOnly: true } })
    await checkout.open()
    const paying = (drams: number) =>
      checkout.part('pay').getByRole('checkbox', { name: t('checkout:own.giftCards', { price: shop.money(drams) }) })
    await tap(paying(2_200))
    const cards = checkout.part('pay').getByRole('group', { name: t('checkout:own.cards') })
    await tap(cards.getByRole('checkbox', { name: t('checkout:own.card', { code: other.slice(-4) }) }))
    await expect(paying(1_000)).toBeChecked()
    await expect(cards.getByRole('checkbox', { name: t('checkout:own.card', { code: code.slice(-4) }) })).toBeChecked()
    const { total } = await checkout.parts()
    for (const row of ['own.row', 'points.left'] as const)
      await expect(checkout.part('summary').getByText(t(`checkout:${row}`), { exact: true })).toBeVisible()
    await tap(
      checkout
        .part('summary')
        .getByRole('button', { name: t('checkout:methods.cash.order', { price: shop.money(total - 1_000) }), exact: true })
    )
    await expect(page).toHaveURL(/\/account\/orders\/\d+/)
    const words = { method: t('orders:methods.giftCard.by'), amount: shop.money(1_000) }
    await expect(page.getByText(t('orders:tender.captured', words))).toBeVisible()

    await shop.open('/account/gift-cards')
    await expect(card).toContainText(t('giftCards:used', { price: shop.money(1_000) }))
    await expect(page.getByRole('article', { name: t('giftCards:ending', { code: other.slice(-4) }) })).toContainText(shop.money(1_200))
    await tap(card.getByRole('button', { name: t('giftCards:history.open') }))
    const history = shop.dialog(t('giftCards:history.title'))
    await expect(history.getByRole('listitem').first()).toContainText(t('giftCards:event.spent'))
    await expect(history.getByRole('link')).toBeVisible()
  })
})

inLanguage('hy', () => {
  test('a gift card is bought for somebody else, sent, and taken back while nobody has used it', async ({ page, shop, comes, bank, t }) => {
    await comes({ signedIn: true })
    await shop.open('/gift-card')
    await tap(page.getByRole('link', { name: t('pages:account.sendGiftCard') }))
    await tap(page.getByRole('radio', { name: t('giftCards:send.other') }))
    await page.getByRole('textbox', { name: t('giftCards:send.amount') }).fill('7500')
    await tap(page.getByRole('radio', { name: t('giftCards:design.birthday') }))
    await page.getByRole('textbox', { name: t('giftCards:send.message') }).fill('Ծնունդդ շնորհավոր')
    const own = page.getByRole('group', { name: t('cardPicture:label') })
    const picker = own.locator('input')
    await picker.setInputFiles({ name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await expect(own.getByRole('alert')).toHaveText(t('codes:PHOTO_UNREADABLE'))
    const photo = await sharp({ create: { width: 900, height: 500, channels: 3, background: '#4a7' } })
      .jpeg()
      .toBuffer()
    await picker.setInputFiles({ name: 'cake.jpg', mimeType: 'image/jpeg', buffer: photo })
    const preview = page.getByRole('article').getByRole('img', { name: t('giftCards:photo') })
    await expect(preview).toHaveAttribute('src', /^data:image/)
    await expect(own.getByText(t('codes:PHOTO_UNREADABLE'))).toHaveCount(0)
    await tap(own.getByRole('button', { name: t('cardPicture:remove') }))
    await expect(preview).toHaveCount(0)
    await expect(picker).toBeFocused()
    await picker.setInputFiles({ name: 'cake.jpg', mimeType: 'image/jpeg', buffer: photo })
    await expect(own.locator('[aria-busy="false"]')).toContainText(t('cardPicture:other'))
    const pay = page.getByRole('button', { name: t('giftCards:send.pay', { price: shop.money(7_500) }) })
    await tap(pay)
    await expect(page.getByText(t('giftCards:send.recipientFault'))).toBeVisible()
    await page.getByRole('textbox', { name: t('giftCards:send.recipient') }).fill('anna@example.am')
    await expect(page.getByRole('article')).toContainText('Ծնունդդ շնորհավոր')
    await tap(pay)
    await bank.answersGiftCard('approve')
    const bought = page.getByRole('region', { name: t('giftCards:bought.title') })
    await expect(bought).toContainText(t('giftCards:bought.sent', { recipient: 'anna@example.am' }))

    await tap(bought.getByRole('button', { name: t('giftCards:bought.resend') }))
    await bought.getByRole('textbox', { name: t('giftCards:send.recipient') }).fill('ani@example.am')
    await tap(bought.getByRole('button', { name: t('giftCards:bought.resend') }))
    await expect(bought).toContainText(t('giftCards:bought.sent', { recipient: 'ani@example.am' }))

    await tap(bought.getByRole('button', { name: t('giftCards:bought.cancel') }))
    await tap(bought.getByRole('button', { name: t('giftCards:bought.cancel') }))
    await expect(bought).toContainText(t('giftCards:bought.refunded', { price: shop.money(7_500) }))
  })
})

inLanguage('en', () => {
  test('a card that somebody bought comes by mail to another person, who spends it in two orders', async ({
    page,
    browser,
    baseURL,
    shop,
    market,
    comes,
    checkout,
    t
  }) => {
    const buyer = await browser.newContext({ baseURL: baseURL ?? '' })
    const { call: buy } = await visit(buyer, baseURL ?? '', { signedIn: true })
    const bought = await buy(
      giftCards.buy,
      { body: { amount: 3_000, paymentId: PAYMENT_METHOD.ARCA, recipientEmail: 'lilit@example.am', message: 'Enjoy' } },
      { idempotencyKey: crypto.randomUUID() }
    )
    const paying = await buyer.newPage()
    await paying.goto(bought.redirectUrl ?? '')
    await createBank(createShop(paying, DEFAULT_LOCALE)).answersGiftCard('approve')
    const outbox = await (await buyer.request.get('/outbox?language=en')).text()
    await buyer.close()
    const [code = ''] = /[A-HJ-NP-Z2-9]{4}(?: [A-HJ-NP-Z2-9]{4}){3}/.exec(outbox) ?? []

    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    const { call } = await comes({ signedIn: true, withAddress: true, products: [{ id: hotDog.id, quantity: 1 }] })
    await shop.open('/account/gift-cards')
    await tap(page.getByRole('button', { name: t('giftCards:add') }))
    const enter = shop.dialog(t('giftCards:enter.title'))
    await enter.getByRole('textbox', { name: t('giftCards:enter.code') }).fill(code)
    await tap(enter.getByRole('button', { name: t('giftCards:enter.submit') }))
    const card = page.getByRole('article', { name: t('giftCards:ending', { code: code.slice(-4) }) })
    await expect(card).toContainText('Enjoy')

    // The first order needs nothing else; what it leaves pays a share of the second.
    const spends = async (paid: (total: number) => number): Promise<number> => {
      await checkout.open()
      const { total } = await checkout.parts()
      const drams = paid(total)
      await tap(checkout.part('pay').getByRole('checkbox', { name: t('checkout:own.giftCards', { price: shop.money(drams) }) }))
      const price = shop.money(total - drams)
      const words = drams === total ? t('checkout:own.order') : t('checkout:methods.cash.order', { price })
      await tap(checkout.part('summary').getByRole('button', { name: words, exact: true }))
      await expect(page).toHaveURL(/\/account\/orders\/\d+/)
      const captured = { method: t('orders:methods.giftCard.by'), amount: shop.money(drams) }
      const tells = drams === total ? t('orders:methods.giftCard.paid') : t('orders:tender.captured', captured)
      await expect(page.getByText(tells, { exact: true })).toBeVisible()
      return drams
    }
    const first = await spends((total) => total)
    await call(baskets.add, { body: { productId: hotDog.id, quantity: 1 } })
    await spends(() => 3_000 - first)

    await shop.open('/account/gift-cards')
    await expect(card).toContainText(t('giftCards:used', { price: shop.money(3_000) }))
    await tap(card.getByRole('button', { name: t('giftCards:history.open') }))
    const history = shop.dialog(t('giftCards:history.title'))
    await expect(history.getByRole('link')).toHaveCount(2)
  })
})

inLanguage('hy', () => {
  test('a gift card is brought, works from then, and is activated by whoever got it', async ({
    page,
    browser,
    baseURL,
    shop,
    comes,
    t
  }) => {
    const visitor = await comes({ signedIn: true, withAddress: true })
    await withBoxedCards(visitor, 1)
    const basket = await visitor.call(baskets.get, { query: { addressId: visitor.address?.id ?? 0 } })
    const { orderNumber } = await placeOrder({ ...visitor, basket }, 'cash', crypto.randomUUID(), await lastSlot(visitor))
    await shop.open(`/account/orders/${orderNumber}`)
    const cards = page.getByRole('region', { name: t('orderInfo:giftCards.title') })
    await expect(cards).toContainText(t('orderInfo:giftCards.coming'))
    const [code = ''] = await printCards(orderNumber)
    const friend = await browser.newContext({ baseURL: baseURL ?? '' })
    const { call } = await visit(friend, baseURL ?? '', { signedIn: true })
    const enter = () => call(giftCards.activate, { body: { cardCode: code, giftCardOnly: true } })
    await expect(enter()).rejects.toThrow(t('codes:GIFT_CARD_NOT_FOUND_notDelivered'))
    await staff('accept', orderNumber)
    await expect(cards).toContainText(t('orderInfo:giftCards.card', { code: code.slice(-4) }), { timeout: 60_000 })
    await expect(cards).toContainText(t('orderInfo:giftCards.lost'))
    await enter()
    await friend.close()
    await page.reload()
    await expect(cards).toContainText(t('orderInfo:giftCards.activated'))
    await expect(cards.getByText(t('orderInfo:giftCards.lost'))).toHaveCount(0)
  })
})
