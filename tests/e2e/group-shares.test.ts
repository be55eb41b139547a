import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import * as baskets from '#contract/baskets/calls.ts'
import * as giftCards from '#contract/gift-cards/calls.ts'
import * as groupOrders from '#contract/group-orders/calls.ts'
import type { Locale } from '#domain/locale.ts'
import { GROUP_ORDER_TYPE, UNLIMITED } from '#domain/orders/group-order.ts'
import { violationsOf } from '#tests/support/e2e/audit/axe.ts'
import { placeOrder, visit } from '#tests/support/e2e/audit/person.ts'
import { createBank } from '#tests/support/e2e/bank.ts'
import { staff } from '#tests/support/e2e/bookings.ts'
import { giveCard } from '#tests/support/e2e/gift-cards.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { createShop } from '#tests/support/e2e/shop.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

/** Somebody with a browser of their own, who has joined and chosen one of a product. */
const member = async (
  context: BrowserContext,
  baseURL: string,
  language: Locale,
  wanted: { hash: string; name: string; productId: number }
) => {
  const { call, user } = await visit(context, baseURL, { signedIn: true })
  const info = await call(groupOrders.info, { query: { hash: wanted.hash } })
  const body = { participantName: wanted.name, userId: user?.id ?? 0, groupOrderId: info?.id ?? 0 }
  await call(groupOrders.join, { query: { hash: wanted.hash }, body })
  await call(baskets.add, { body: { productId: wanted.productId, quantity: 1 } })
  await call(groupOrders.complete, { body: {} })
  const page = await context.newPage()
  const shop = createShop(page, language)
  return { call, page, shop, bank: createBank(shop), t: shop.t }
}

const faultsIn = async (page: Page): Promise<string[]> => {
  const { width, height } = page.viewportSize() ?? { width: 375, height: 780 }
  await page.setViewportSize({ width, height: 2400 })
  const faults = await violationsOf(page, 'dialog')
  await page.setViewportSize({ width, height })
  return faults
}

inLanguage('en', () => {
  test('four people pay their own shares: one after a refusal, one not at all, and the order goes on without them', async ({
    page,
    browser,
    baseURL,
    shop,
    market,
    comes,
    checkout,
    bank,
    t
  }) => {
    const origin = baseURL ?? ''
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    const { call } = await comes({ signedIn: true, withAddress: true, products: [{ id: hotDog.id, quantity: 2 }] })
    const { hash } = await call(groupOrders.create, {
      body: { supplierId: hotDog.supplier.id, limit: UNLIMITED, groupOrderType: GROUP_ORDER_TYPE.PAID_BY_ALL, participantName: 'Ani' }
    })
    const link = `${hotDog.soldAt}?groupHash=${hash}`
    const context = () => browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce', baseURL: origin })
    const contexts = [await context(), await context(), await context()] as const
    const [davit, mariam, gohar] = [
      await member(contexts[0], origin, 'ru', { hash, name: 'Давид', productId: hotDog.id }),
      await member(contexts[1], origin, 'hy', { hash, name: 'Մարիամ', productId: hotDog.id }),
      await member(contexts[2], origin, 'en', { hash, name: 'Gohar', productId: hotDog.id })
    ]
    await davit.page.goto(`/ru${link}`)
    await expect(davit.page.getByRole('dialog', { name: new RegExp(`^${davit.t('group:panel.title')}`) })).toBeVisible()

    // The organiser closes the list and orders: everybody’s share is asked for.
    await shop.open(link)
    const panel = page.getByRole('dialog', { name: new RegExp(`^${t('group:panel.title')}`) })
    await tap(panel.getByRole('button', { name: t('group:panel.lockAll') }))
    await tap(panel.getByRole('link', { name: t('group:panel.toCheckout') }))
    const parts = await checkout.parts()
    const [shared, second] = (await call(groupOrders.info, { query: {} }))?.members ?? []
    const davitsShare = second?.share ?? 0
    const price = shop.money(shared?.share ?? 0)
    await expect(checkout.part('summary')).toContainText(t('checkout:shares.note', { price }))
    await expect(checkout.part('pay').getByRole('radio', { name: t('checkout:methods.cash.name') })).toBeDisabled()
    await tap(checkout.part('summary').getByRole('button', { name: t('checkout:shares.go', { price }) }))
    await bank.answersShare('approve')
    const paying = page.getByRole('dialog', { name: new RegExp(`^${t('group:pay.title')}`) })
    await expect(paying.getByRole('listitem').filter({ hasText: 'Ani' }).last()).toContainText(t('group:pay.isPaid'))
    await expect(paying).toContainText(shop.money(parts.total))
    expect(await faultsIn(page)).toEqual([])

    // The open panel of a member turns into the payment. The card lacks money; the second try goes through.
    const davits = davit.page.getByRole('dialog', { name: new RegExp(`^${davit.t('group:pay.title')}`) })
    const pays = davits.getByRole('button', { name: /^Оплатить/ })
    await expect(davits.getByRole('radio', { name: davit.t('checkout:methods.card.name') })).toBeChecked()
    expect(await faultsIn(davit.page)).toEqual([])
    await expect(davits.getByText(davit.t('group:said.taken', { names: '' }).trim())).toHaveCount(0)
    await tap(pays)
    await davit.bank.answersShare('funds')
    await expect(davits).toContainText(davit.t('group:pay.refusedYou'))
    await expect(paying.getByRole('listitem').filter({ hasText: 'Давид' }).last()).toContainText(t('group:pay.isRefused'))
    await tap(pays)
    await davit.bank.answersShare('approve')
    await expect(davits.getByRole('listitem').filter({ hasText: 'Давид' }).last()).toContainText(davit.t('group:pay.isPaid'))
    await expect(pays).toHaveCount(0)

    // One pays with a gift card and the rest by a wallet, one leaves the bank’s page.
    await gohar.call(giftCards.activate, { body: { cardCode: await giveCard(1_000), giftCardOnly: true } })
    const goharsShare = (await gohar.call(groupOrders.info, { query: {} }))?.collecting?.due ?? 0
    await gohar.page.goto(`/en${link}`)
    const gohars = gohar.page.getByRole('dialog', { name: new RegExp(`^${t('group:pay.title')}`) })
    await expect(gohars.getByRole('button', { name: t('group:pay.go', { price: shop.money(goharsShare) }) })).toBeVisible()
    await tap(gohars.getByRole('checkbox', { name: t('checkout:own.giftCards', { price: shop.money(1_000) }) }))
    await tap(gohars.getByRole('radio', { name: t('checkout:methods.idram.name') }))
    expect(await faultsIn(gohar.page)).toEqual([])
    await tap(gohars.getByRole('button', { name: t('group:pay.go', { price: shop.money(goharsShare - 1_000) }) }))
    await gohar.bank.answersShare('approve')
    await expect(gohars.getByRole('listitem').filter({ hasText: 'Gohar' }).last()).toContainText(t('group:pay.isPaid'))
    await mariam.page.goto(`/hy${link}`)
    const mariams = mariam.page.getByRole('dialog', { name: new RegExp(`^${mariam.t('group:pay.title')}`) })
    await tap(mariams.getByRole('button', { name: /^Վճարել / }))
    await mariam.bank.answersShare('funds')
    await expect(mariams).toContainText(mariam.t('group:pay.refusedYou'))

    // The organiser sees what it costs, goes on without her and pays what is missing.
    const extra = (await call(groupOrders.info, { query: {} }))?.collecting?.without?.extra ?? 0
    await expect(paying).toContainText(t('group:pay.extra', { price: shop.money(extra) }))
    await tap(paying.getByRole('button', { name: t('group:pay.goOn') }))
    const question = shop.dialog(t('modals:confirm.goOnWithout.title'))
    await expect(question).toContainText(shop.money(extra))
    await tap(question.getByRole('button', { name: t('modals:confirm.goOnWithout.yes') }))
    await expect(mariam.shop.dialog(mariam.t('group:end.leftOut'))).toBeVisible()
    await tap(paying.getByRole('button', { name: t('group:pay.go', { price: shop.money(extra) }) }))
    await bank.answersShare('approve')
    const placed = shop.dialog(t('group:end.placed'))
    await expect(placed).toContainText(t('group:end.placedAllText'))
    const davitsEnd = davit.shop.dialog(davit.t('group:end.placed'))
    await expect(davitsEnd).toContainText(davit.t('group:end.placedAllText'))
    await tap(placed.getByRole('link', { name: t('group:end.toOrder') }))
    await page.waitForURL(/\/account\/orders\/\d+/)
    await expect(page.getByRole('main')).toContainText('Gohar')
    await expect(page.getByRole('main')).not.toContainText('Մարիամ')
    // A member follows it on a page of their own, with the own share and nobody's address.
    await tap(davitsEnd.getByRole('link', { name: davit.t('group:end.toOrder') }))
    await davit.page.waitForURL(/\/account\/orders\/\d+/)
    const davitsOrder = davit.page.getByRole('main')
    await expect(davitsOrder).toContainText(davit.t('orders:group.ofOther', { name: 'Ani', price: davit.shop.money(davitsShare) }))
    await expect(davitsOrder).not.toContainText('Abovyan')
    expect(await violationsOf(davit.page, 'main')).toEqual([])
    // Delivered: the same people may be asked again, with what was agreed then.
    await tap(page.getByRole('button', { name: t('orders:group.again') }))
    const again = shop.dialog(t('group:start.title'))
    await expect(again).toContainText(t('group:start.again'))
    await expect(again.getByRole('radio', { name: t('group:start.payerAll') })).toBeChecked()
    await expect(again.getByRole('radio', { name: t('group:start.none') })).toBeChecked()
    for (const one of contexts) await one.close()
  })

  test('while staff look into the order nobody pays, and everybody who has it open reads why', async ({
    page,
    browser,
    baseURL,
    shop,
    market,
    comes,
    t
  }) => {
    const origin = baseURL ?? ''
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    const visitor = await comes({ signedIn: true, withAddress: true, products: [{ id: hotDog.id, quantity: 2 }] })
    const { call, address } = visitor
    const { hash } = await call(groupOrders.create, {
      body: { supplierId: hotDog.supplier.id, limit: UNLIMITED, groupOrderType: GROUP_ORDER_TYPE.PAID_BY_ALL, participantName: 'Ani' }
    })
    const context = await browser.newContext({ viewport: { width: 375, height: 780 }, reducedMotion: 'reduce', baseURL: origin })
    const mariam = await member(context, origin, 'hy', { hash, name: 'Մարիամ', productId: hotDog.id })
    await call(groupOrders.complete, { body: {} })
    const { version, orderPrice } = await call(baskets.get, { query: { addressId: address?.id ?? 0 } })
    const { orderNumber: number } = await placeOrder(visitor, 'card', randomUUID(), { basketVersion: version, orderPrice })

    const link = `${hotDog.soldAt}?groupHash=${hash}`
    await shop.open(link)
    await mariam.page.goto(`/hy${link}`)
    const paying = page.getByRole('dialog', { name: new RegExp(`^${t('group:pay.title')}`) })
    const mariams = mariam.page.getByRole('dialog', { name: new RegExp(`^${mariam.t('group:pay.title')}`) })
    const pays = mariams.getByRole('button', { name: /^Վճարել / })
    const goesOn = paying.getByRole('button', { name: t('group:pay.goOn') })
    await expect(pays).toBeVisible()
    await expect(goesOn).toBeVisible()
    await staff('pause', number, 'уточняем адрес')
    await expect(paying.getByText('уточняем адрес')).toHaveAttribute('lang', 'ru')
    await expect(goesOn).toHaveCount(0)
    await expect(mariams).toContainText(mariam.t('group:pay.paused'))
    await expect(pays).toHaveCount(0)
    expect(await faultsIn(page)).toEqual([])
    await staff('resume', number)
    await expect(pays).toBeVisible()
    await expect(goesOn).toBeVisible()
    await context.close()
  })
})
