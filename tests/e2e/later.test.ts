import type { Locator } from '@playwright/test'
import { createCheckout } from '#tests/support/e2e/checkout.ts'
import { ALWAYS_OPEN, createMarket } from '#tests/support/e2e/market.ts'
import { createShop } from '#tests/support/e2e/shop.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { copyMarket } from '#tests/support/market-copy.ts'
import { freePort, newDataDir, startShop } from '#tests/support/shop-process.ts'
import { tap } from '#tests/support/e2e/tap.ts'

const HOUR = 3_600_000
/** "14:00–14:30" as it stands in a list of times. */
const chosenText = (list: Locator): Promise<string> => list.locator('option:checked').innerText()

inLanguage('ru', () => {
  test('somebody chooses a later day and hour, and the order keeps to it', async ({ page, market, comes, checkout, orders, t }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    await comes({ signedIn: true, withAddress: true, products: [{ id: hotDog.id, quantity: 1 }] })
    await checkout.open()
    const when = checkout.part('when')
    await when.getByRole('radio', { name: t('checkout:atTime') }).check()
    const [day, time] = [when.getByRole('combobox', { name: t('checkout:day') }), when.getByRole('combobox', { name: t('checkout:time') })]
    const wanted = (await day.locator('option').nth(2).getAttribute('value')) ?? ''
    await day.selectOption(wanted)
    await expect(day).toHaveValue(wanted)
    await expect(time.locator('option').nth(5)).toBeAttached()
    await time.selectOption({ index: 5 })
    const [date, hours] = [await chosenText(day), await chosenText(time)]
    expect(hours).toMatch(/^\d\d:\d\d–\d\d:\d\d$/)
    await expect(checkout.part('summary')).toContainText(`${date}, ${hours}`)
    await page.reload()
    await expect(checkout.part('summary'), 'a reload loses nothing').toContainText(`${date}, ${hours}`)
    await checkout.orders()
    const dayInside = `${date.charAt(0).toLowerCase()}${date.slice(1)}`
    await expect(orders.progress()).toContainText(`${t('orders:arrival')}: ${dayInside}, ${hours}`)
  })

  test('a day stays chosen while its hours are on their way, and the last one chosen counts', async ({
    page,
    market,
    comes,
    checkout,
    t
  }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    await comes({ signedIn: true, withAddress: true, products: [{ id: hotDog.id, quantity: 1 }] })
    await checkout.open()
    const when = checkout.part('when')
    const [day, time] = [when.getByRole('combobox', { name: t('checkout:day') }), when.getByRole('combobox', { name: t('checkout:time') })]
    await when.getByRole('radio', { name: t('checkout:atTime') }).check()
    const dayAt = async (nth: number): Promise<string> => (await day.locator('option').nth(nth).getAttribute('value')) ?? ''
    const [second, third] = [await dayAt(2), await dayAt(3)]
    const held = new Map<string, () => void>()
    await page.route('**/availableDatetimes?**', async (route) => {
      const date = new URL(route.request().url()).searchParams.get('date')
      if (date) await new Promise<void>((resolve) => held.set(date, resolve))
      await route.continue()
    })
    await day.selectOption(second)
    await expect.poll(() => held.has(second)).toBe(true)
    await expect(day).toHaveValue(second)
    await expect(time).toHaveText(t('states:loading'))
    await day.selectOption(third)
    await expect.poll(() => held.has(third)).toBe(true)
    const answered = page.waitForResponse((answer) => answer.url().includes(`date=${second}`))
    held.get(second)?.()
    await answered
    await expect(day).toHaveValue(third)
    held.get(third)?.()
    await expect(time.locator('option').nth(1)).toBeAttached()
    await expect(day).toHaveValue(third)
    await expect(checkout.part('summary')).toContainText(await chosenText(time))
  })
})

/** Opening hours that begin three hours from now and last four, so that it is closed at any hour of the run. */
const closedNow = (supplier: string): string => {
  const now = Number(new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Asia/Yerevan' }).format())
  const clock = (hours: number): string => `${String((now + hours) % 24).padStart(2, '0')}:00`
  return supplier.replaceAll('10:00-23:00', `${clock(3)}-${clock(7)}`)
}
/** Its id in the test market. */
const DAY_TIME = 2

test('a closed supplier brings it after it opens again, and not before', async ({ browser }) => {
  const running = await startShop({
    PORT: String(await freePort()),
    DATA_DIR: newDataDir(),
    MARKET_DIR: copyMarket({ 'day-time/supplier.yaml': closedNow })
  })
  const context = await browser.newContext({ baseURL: running.url, locale: 'ru-RU', reducedMotion: 'reduce' })
  try {
    const shop = createShop(await context.newPage(), 'ru')
    const { t } = shop
    const checkout = createCheckout(shop)
    const market = createMarket(context.request, 'ru')
    const closed = (await market.suppliers()).find(({ id, open }) => id === DAY_TIME && open.status === 1)
    const goods = (await market.menu(DAY_TIME)).find(({ hasOptions }) => !hasOptions)
    if (!closed?.open.changesAt || !goods)
      throw new Error('the supplier whose hours are over is not closed, or sells nothing without options')
    const opens = Date.parse(closed.open.changesAt)

    await shop.open(goods.soldAt)
    const add = shop.button('product:add', { name: goods.name })
    const [said = ''] = t('supplier:preorder', { day: '@', from: '', to: '' }).split('@')
    await expect(shop.page.getByText(said)).toBeVisible()
    await tap(add)
    const question = shop.dialog(t('confirmations:closed.title', { supplier: closed.name }))
    await tap(question.getByRole('button', { name: t('confirmations:closed.no'), exact: true }))
    await expect(question).toBeHidden()
    await tap(add)
    await tap(question.getByRole('button', { name: t('confirmations:closed.yes'), exact: true }))
    await expect(shop.saying(t('basket:said.added', { name: goods.name })), 'what was pressed goes on').toBeVisible()
    await checkout.open()
    const when = checkout.part('when')
    await expect(when.getByRole('radio')).toHaveCount(0)

    await expect(when).toContainText(t('checkout:closedNow', { supplier: closed.name }))
    const [first] = await market.slots(context.request)
    expect(Date.parse(first?.from ?? '')).toBeGreaterThanOrEqual(opens)
    expect(Date.parse(first?.from ?? '')).toBeLessThan(opens + 24 * HOUR)
    const offered = when.getByRole('combobox', { name: t('checkout:time') })
    await expect(offered.locator('option').first()).toHaveText(new RegExp(`^${first?.time ?? '-'}–`))
  } finally {
    await context.close()
    await running.end()
  }
})
