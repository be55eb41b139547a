import * as baskets from '#contract/baskets/calls.ts'
import * as wallet from '#contract/wallet/calls.ts'
import { untilFinal } from '#tests/support/e2e/audit/person.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

inLanguage('hy', () => {
  test('points and a free delivery come when an order is delivered, say why, and pay a share of the next one', async ({
    page,
    shop,
    market,
    comes,
    checkout,
    t
  }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    const quantity = Math.ceil(40_000 / hotDog.price)
    const person = await comes({ signedIn: true, withAddress: true, products: [{ id: hotDog.id, quantity }] })
    const { call } = person
    await checkout.open()
    await checkout.pays('cash')
    const earned = Math.floor((hotDog.price * quantity * 3) / 100)
    const inWords = (amount: number): string => t('wallet:points', { count: amount, amount: shop.money(amount).replace(/\s*֏$/, '') })
    const points = inWords(earned)
    await expect(checkout.part('summary')).toContainText(t('checkout:points.earns', { points }))
    await expect(checkout.part('summary')).toContainText(t('checkout:points.tickets', { count: 1 }))
    await expect(checkout.part('summary')).toContainText(t('checkout:points.delivery'))
    await expect(checkout.part('pay').getByRole('checkbox'), 'there is nothing to spend').toHaveCount(0)
    const number = await checkout.orders()

    const rewarded = page.getByRole('button', { name: t('orders:rewards') })
    await expect(rewarded).toBeVisible()
    await untilFinal(person, number)
    await tap(rewarded)
    const why = shop.dialog(t('draws:title'))
    await expect(why.getByText(points)).not.toHaveCount(0)
    await expect(why.getByRole('listitem').first()).toContainText(shop.money(hotDog.price * quantity))
    await expect(why.getByRole('listitem').filter({ hasText: t('draws:bonus', { count: 1 }) })).toBeVisible()
    await expect(why.getByRole('listitem').last()).toContainText(t('wallet:deliveries.one'))
    await page.keyboard.press('Escape')

    await shop.open('/account/wallet')
    await expect(page.getByText(points).first()).toBeVisible()
    const entry = page.getByRole('listitem').filter({ hasText: `+${points}` })
    await expect(entry).toContainText(t('wallet:type.cashback'))
    await expect(entry.getByRole('link', { name: t('wallet:order', { number }) })).toBeVisible()
    await expect(page.getByRole('img', { name: t('wallet:chart.text', { earned: points, spent: inWords(0) }) })).toBeVisible()

    // An order as large as that brings a ticket for the draw, too.
    const tickets = page.getByRole('region', { name: t('draws:list') })
    await expect(tickets.getByRole('listitem')).toContainText(t('draws:state.waiting'))
    await expect(tickets.getByRole('link', { name: t('draws:order', { number }) })).toBeVisible()

    // And a free delivery.
    const deliveries = page.getByRole('region', { name: t('wallet:deliveries.title') })
    await expect(deliveries.getByRole('listitem')).toContainText(t('wallet:deliveries.ready'))

    // What earned them, and on which terms.
    await tap(page.getByRole('button', { name: t('wallet:rewards.title') }))
    const rewards = shop.dialog(t('wallet:rewards.title'))
    const reward = rewards.getByRole('listitem').filter({ hasText: points })
    await tap(reward.getByRole('button', { name: t('wallet:rewards.terms') }))
    const terms = page.getByRole('dialog').filter({ hasText: t('wallet:rewards.rate', { rate: '3' }) })
    await expect(terms).toContainText(t('wallet:rewards.kind.restaurant'))
    await expect(terms).toContainText(t('wallet:rewards.days', { count: 180 }))
    await page.keyboard.press('Escape')
    await expect(rewards).toBeVisible()
    const draw = rewards.getByRole('listitem').filter({ hasText: t('draws:bonus', { count: 1 }) })
    await tap(draw.getByRole('button', { name: t('wallet:rewards.terms') }))
    const prizes = t('draws:terms.each', { count: 10, prize: shop.money(50_000) })
    await expect(page.getByRole('dialog').filter({ hasText: prizes })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(rewards).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(rewards).toBeHidden()

    // A thousand go to a bank account, less the tax.
    await tap(page.getByRole('button', { name: t('wallet:withdraw.open') }))
    await page.getByRole('textbox', { name: t('wallet:withdraw.points') }).fill('1000')
    await expect(page.getByText(t('wallet:withdraw.gets', { price: shop.money(800), tax: shop.money(200) }))).toBeVisible()
    await tap(page.getByRole('button', { name: t('wallet:withdraw.submit') }))
    await expect(page.getByText(t('wallet:withdraw.accountFault'))).toBeVisible()
    await page.getByRole('textbox', { name: t('wallet:withdraw.account') }).fill('1930 0123 4567 8901')
    await tap(page.getByRole('button', { name: t('wallet:withdraw.submit') }))
    await expect(page.getByText(inWords(earned - 1_000)).first()).toBeVisible()
    await expect(page.getByText('8901')).toBeVisible()

    await call(baskets.replace, { body: { items: [{ productId: hotDog.id, quantity: 1 }] } })
    await checkout.open()
    // One press at checkout, and the delivery is free.
    const offer = checkout.part('summary').getByRole('button', { name: t('checkout:freeDelivery.use') })
    const before = await checkout.parts()
    await tap(offer)
    await expect(offer).toBeHidden()
    await expect(checkout.part('summary')).toContainText('DELIVERY-')
    expect((await checkout.parts()).total).toBe(before.total - before.delivery)
    const left = earned - 1_000
    const price = shop.money(left)
    await tap(checkout.part('pay').getByRole('checkbox', { name: t('checkout:points.pay', { price }) }))
    const { total } = await checkout.parts()
    await expect(checkout.part('summary')).toContainText(`${t('checkout:points.left')} ${shop.money(total - left)}`)
    // On either device: the rows stand in another layout at a desk.
    for (const row of ['points.row', 'points.left'] as const)
      await expect(checkout.part('summary').getByText(t(`checkout:${row}`), { exact: true })).toBeVisible()
    await tap(
      checkout
        .part('summary')
        .getByRole('button', { name: t('checkout:methods.cash.order', { price: shop.money(total - left) }), exact: true })
    )
    await expect(page).toHaveURL(/\/account\/orders\/\d+/)
    await expect(page.getByText(t('orders:tender.captured', { method: t('orders:methods.points.by'), amount: price }))).toBeVisible()
    expect(await call(wallet.wallets, { query: {} })).toMatchObject([{ available: 0 }])
    expect(await call(wallet.freeDeliveries)).toMatchObject([{ state: 'used' }])
  })
})
