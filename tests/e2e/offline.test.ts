import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

inLanguage('ru', () => {
  test('without a connection the basket still changes, says so, and is sent when the line is back', async ({
    page,
    context,
    shop,
    market,
    person,
    basket,
    t
  }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    await person.adds(hotDog)
    const shown = await basket.open()
    const line = await basket.line(hotDog)
    const notice = shown.getByRole('status').filter({ hasText: t('states:offline'), has: page.locator('svg') })
    await expect(line).toBeVisible()
    await context.setOffline(true)
    await tap(line.getByRole('button', { name: t('states:more') }))
    await expect(await basket.quantity(hotDog)).toHaveText('2')
    await expect(notice).toBeVisible()
    await tap(line.getByRole('button', { name: t('states:more') }))
    await expect(await basket.quantity(hotDog)).toHaveText('3')

    const taken = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok())
    await context.setOffline(false)
    await taken
    await expect(notice).toBeHidden()
    await shop.open(hotDog.soldAt)
    await basket.open()
    await expect(await basket.quantity(hotDog)).toHaveText('3')
    expect((await basket.parts()).items).toBe(3 * hotDog.price)
  })

  test('a double tap on the button makes one order', async ({ page, market, comes, checkout, orders }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    await comes({ signedIn: true, withAddress: true, products: [{ id: hotDog.id, quantity: 1 }] })
    await checkout.open()
    await (await checkout.orderButton()).dblclick()
    await page.waitForURL(/\/account\/orders\/\d+/)
    await orders.openHistory()
    await expect(orders.cards()).toHaveCount(1)
  })
})
