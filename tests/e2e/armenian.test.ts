import { weekdayName } from '#i18n/weekdays.ts'
import { expectArmenian } from '#tests/support/e2e/armenian.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

test.use({ language: 'hy', locale: 'hy-AM', contextOptions: { reducedMotion: 'reduce' } })

test('pages and islands write days, times, amounts and lists in Armenian', async ({
  page,
  shop,
  market,
  person,
  comes,
  basket,
  checkout,
  orders,
  t
}) => {
  const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
  await comes({ signedIn: true })
  await shop.open('/')
  expect((await expectArmenian(page)).amounts).toBeGreaterThan(5)
  await shop.open('/campaigns')
  expect((await expectArmenian(page)).dates).toBeGreaterThan(1)

  await shop.open(hotDog.soldAt)
  await tap(page.getByText(t('supplier:info')))
  const hours = page.getByRole('term')
  for (let day = 0; day < 7; day += 1) await expect(hours.filter({ hasText: weekdayName(day, 'hy') }).first()).toBeVisible()
  expect((await expectArmenian(page)).amounts).toBeGreaterThan(8)

  await person.adds(hotDog)
  expect((await expectArmenian(page, await basket.open())).amounts).toBeGreaterThan(3)
  await basket.close()
  await checkout.open()
  await checkout.typesAddress()
  await checkout
    .part('when')
    .getByRole('radio', { name: t('checkout:atTime') })
    .check()
  const days = checkout
    .part('when')
    .getByRole('combobox', { name: t('checkout:day') })
    .locator('option')
  await expect(days.nth(3)).toHaveText(
    new RegExp(`^(${[0, 1, 2, 3, 4, 5, 6].map((day) => weekdayName(day, 'hy')).join('|')}), \\d\\d/\\d\\d$`)
  )
  // Late at night nothing is left of today, and tomorrow comes first.
  await expect(days.filter({ hasText: /^Վաղը, \d\d\/\d\d$/ })).toHaveCount(1)
  await checkout
    .part('when')
    .getByRole('combobox', { name: t('checkout:day') })
    .selectOption({ index: 3 })
  await expect(checkout.part('summary')).toContainText(await days.nth(3).innerText())
  expect((await expectArmenian(page)).amounts).toBeGreaterThan(4)

  const number = await checkout.orders()
  await expect(orders.progress()).toBeVisible()
  expect(await expectArmenian(page)).toMatchObject({ dates: 1 })
  await orders.openHistory()
  await expect(orders.card(number)).toBeVisible()
  expect((await expectArmenian(page)).dates).toBe(1)
})
