import type { Locator } from '@playwright/test'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'

const HOUR = 3_600_000
/** "14:00–14:30" as it stands in a list of times. */
const chosenText = (list: Locator): Promise<string> => list.locator('option:checked').innerText()

inLanguage('ru', () => {
  test('somebody chooses a later day and hour, and the order keeps to it', async ({ page, market, person, checkout, orders, t }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    await person.adds(hotDog)
    await person.signsIn()
    await checkout.open()
    await checkout.typesAddress()
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
    await expect(orders.progress()).toContainText(`${t('orders:arrival')}: ${date}, ${hours}`)
  })

  test('a day stays chosen while its hours are on their way, and the last one chosen counts', async ({
    page,
    market,
    person,
    checkout,
    t
  }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    await person.adds(hotDog)
    await person.signsIn()
    await checkout.open()
    await checkout.typesAddress()
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

  test('a closed supplier brings it after it opens again, and not before', async ({ shop, market, checkout, t }) => {
    const suppliers = (await market.suppliers()).filter(({ open, kind }) => open.status === 1 && kind !== 'service')
    const reopens = ({ open }: (typeof suppliers)[number]): number => (open.changesAt ? Date.parse(open.changesAt) : Infinity)
    const [closed] = suppliers.toSorted((one, two) => reopens(one) - reopens(two))
    if (!closed) throw new Error('the demo market has always somebody who is closed')
    const goods = (await market.menu(closed.id)).find(({ hasOptions, stock, adult }) => !hasOptions && !adult && stock === null)
    if (!goods) throw new Error(`${closed.alias} sells nothing simple`)
    await shop.open(goods.soldAt)
    const add = shop.button('product:add', { name: goods.name })
    if (!closed.open.changesAt) {
      await expect(shop.page.getByText(t('supplier:noPreorder'))).toBeVisible()
      await add.click()
      await expect(shop.dialog(t('door:shut.title', { supplier: closed.name }))).toBeVisible()
      return
    }
    const [said = ''] = t('supplier:preorder', { day: '@', from: '', to: '' }).split('@')
    await expect(shop.page.getByText(said)).toBeVisible()
    await add.click()
    const door = shop.dialog(t('door:closed.title', { supplier: closed.name }))
    await door.getByRole('button', { name: t('door:closed.no'), exact: true }).click()
    await expect(door).toBeHidden()
    await add.click()
    await door.getByRole('button', { name: t('door:closed.yes'), exact: true }).click()
    await expect(shop.saying(t('basket:said.added', { name: goods.name })), 'what was pressed goes on').toBeVisible()
    await checkout.open()
    const when = checkout.part('when')
    await expect(when.getByRole('radio')).toHaveCount(0)

    await expect(when).toContainText(t('checkout:closedNow', { supplier: closed.name }))
    const [first] = await market.slots(shop.page.request)
    expect(Date.parse(first?.from ?? '')).toBeGreaterThanOrEqual(Date.parse(closed.open.changesAt))
    expect(Date.parse(first?.from ?? '')).toBeLessThan(Date.parse(closed.open.changesAt) + 24 * HOUR)
    const offered = when.getByRole('combobox', { name: t('checkout:time') })
    await expect(offered.locator('option').first()).toHaveText(new RegExp(`^${first?.time ?? '-'}–`))
  })
})
