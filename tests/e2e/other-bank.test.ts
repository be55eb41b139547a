import * as auth from '#contract/auth/calls.ts'
import { BANK_WORDS } from '#server/simulators/bank/words.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'
import { runCommand } from '#tests/support/command.ts'
import { freePort, newDataDir, startShop, type Shop } from '#tests/support/shop-process.ts'
import { ROOT } from '#tests/support/sources.ts'

const port = String(await freePort())
const site = `http://127.0.0.1:${port}`
test.use({ baseURL: site })

let running: Shop
const dataDir = newDataDir()
test.beforeAll(async () => {
  const env = { PORT: port, SITE_URL: site, DATA_DIR: dataDir, MARKET_DIR: `${ROOT}/content/market`, CARD_BANK: 'ameria' }
  running = await startShop(env)
})
test.afterAll(() => running.end())

inLanguage('hy', () => {
  test('Ameriabank: a card that needs 3-D Secure pays; staff give a line back, the rest is cancelled and goes back; a company pays by transfer (desk)', async ({
    page,
    market,
    person,
    comes,
    checkout,
    orders,
    shop,
    t
  }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    const { call } = await comes({ signedIn: true, withAddress: true, products: [{ id: hotDog.id, quantity: 2 }] })
    await checkout.open()
    await checkout.goesToBank()
    await expect(page).toHaveURL(/\/simulator\/ameria\/pay\//)
    await page.getByRole('combobox', { name: BANK_WORDS.card.hy }).selectOption('5555555555554444')
    await page.getByRole('button', { name: BANK_WORDS.approve.hy }).click()
    await expect(page.getByRole('heading', { name: BANK_WORDS.confirmTitle.hy })).toBeVisible()
    await page.getByRole('button', { name: BANK_WORDS.confirm.hy }).click()
    await page.waitForURL(/\/account\/orders\/\d+/)
    await expect(orders.payment('methods.card.paid')).toBeVisible()
    expect(shop.language).toBe('hy')

    const { total } = await orders.parts()
    const number = /\/orders\/(\d+)/.exec(page.url())?.[1] ?? ''
    // Nobody reloads the page: what staff do is seen on it.
    expect(await runCommand('orders', dataDir, 'refund', number, '1', '1')).toMatchObject({ code: 0, err: '' })
    const words = { amount: shop.money(hotDog.price), total: shop.money(total) }
    await expect(page.getByRole('definition').filter({ hasText: t('orders:partlyRefunded', words) })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: t('receipts:refund.reason.lines') })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: t('orders:refundedLine', { quantity: '' }).trim() })).toBeVisible()

    await tap(shop.button('orders:cancel'))
    await tap(shop.dialog(t('modals:confirm.cancelOrder.title')).getByRole('button', { name: t('modals:confirm.cancelOrder.yes') }))
    await expect(orders.payment('methods.card.refunded')).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: t('receipts:refund.reason.cancelled') })).toBeVisible()
    // The shop sends receipts by itself: the sale, what went back of it, and the rest.
    const opened = page.getByRole('region', { name: t('receipts:title') }).getByRole('link')
    await expect(async () => {
      await page.reload()
      // They are loaded when they are seen.
      await shop.link('orders:allOrders').scrollIntoViewIfNeeded()
      await expect(opened).toHaveCount(3, { timeout: 2_000 })
    }).toPass()
    await expect(page.getByText(t('receipts:kind.sale', { amount: words.total }))).toBeVisible()
    await expect(page.getByText(t('receipts:kind.return', { amount: words.amount })).first()).toBeVisible()
    await expect(page.getByRole('img', { name: 'QR' })).toHaveCount(3)

    // The person orders for a company, whose money comes later.
    await call(auth.change, { body: { companyName: '«Արև» ՍՊԸ', tin: number.padStart(8, '1') } })
    await person.adds(hotDog)
    await checkout.open()
    await checkout.pays('transfer')
    const second = await checkout.orders()
    await expect(page.getByRole('heading', { name: t('paying:transferDue.title') })).toBeVisible()
    await tap(shop.link('paying:transferDue.open'))
    await expect(page.getByRole('heading', { level: 1, name: t('invoice:number', { number: second }) })).toBeVisible()
    await expect(page.getByText('«Արև» ՍՊԸ')).toBeVisible()
    await expect(page.getByText(/ դրամ$/)).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(shop.button('invoice:print')).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await tap(shop.link('invoice:back'))
    await expect(page.getByRole('heading', { name: t('paying:transferDue.title') })).toBeVisible()
    expect(await runCommand('payments', dataDir, 'received', second)).toMatchObject({ code: 0, err: '' })
    await expect(orders.payment('methods.transfer.paid')).toBeVisible()
    await orders.openHistory()
    await expect(orders.card(number)).toContainText(t('history:refundedAmount', { amount: words.total }))
  })
})
