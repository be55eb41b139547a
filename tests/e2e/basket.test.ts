import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { violationsOf } from '#tests/support/e2e/audit/axe.ts'
import { createBasket } from '#tests/support/e2e/basket.ts'
import { createPerson } from '#tests/support/e2e/person.ts'
import { createShop } from '#tests/support/e2e/shop.ts'
import { tap } from '#tests/support/e2e/tap.ts'

inLanguage('hy', (language) => {
  test('quantities: weighed goods by 100 g from their minimum, no more than there is; removing and clearing', async ({
    page,
    shop,
    market,
    person,
    basket,
    t
  }) => {
    const apples = await market.product(ALWAYS_OPEN.supermarket, 'NFR01')
    const cheese = await market.product(ALWAYS_OPEN.supermarket, 'NCH07')
    expect({ unit: apples.unitId, least: apples.minimumPurchase, left: cheese.stock }).toEqual({ unit: 2, least: 50, left: 3 })
    const kilos = (text: string) => text.replace('.', language === 'en' ? '.' : ',')

    await person.adds(apples)
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: apples.name, exact: true }) })
    await expect(card.getByRole('status')).toHaveText(new RegExp(`^${kilos('0.5')}\u00a0`))
    await tap(card.getByRole('button', { name: t('states:more') }))
    await tap(card.getByRole('button', { name: t('states:more') }))
    await expect(card.getByRole('status')).toHaveText(new RegExp(`^${kilos('0.7')}\u00a0`))

    await person.adds(cheese)
    const pieces = page.getByRole('article').filter({ has: page.getByRole('heading', { name: cheese.name, exact: true }) })
    for (const count of [2, 3]) {
      const taken = page.waitForResponse(
        (answer) =>
          answer.request().method() === 'PATCH' && answer.ok() && answer.request().postData()?.includes(`"quantity":${count}`) === true
      )
      await tap(pieces.getByRole('button', { name: t('states:more') }))
      await expect(pieces.getByRole('status')).toHaveText(String(count))
      await taken
    }
    await tap(pieces.getByRole('button', { name: t('states:more') }))
    const warning = shop.dialog(t('modals:warning'))
    await expect(warning).toContainText('3')
    await tap(warning.getByRole('button', { name: t('modals:ok') }))
    await expect(pieces.getByRole('status')).toHaveText('3')

    const shown = await basket.open()
    await expect((await basket.line(cheese)).getByRole('button', { name: t('states:more') })).toBeDisabled()
    const parts = await basket.parts()
    expect(parts.items).toBe(Math.round(apples.price * 0.7) + 3 * cheese.price)
    await tap(shown.getByRole('button', { name: t('basket:remove', { name: cheese.name }) }))
    await expect(await basket.line(cheese)).toHaveCount(0)
    await expect.poll(async () => (await basket.parts()).items).toBe(Math.round(apples.price * 0.7))
    await tap(shown.getByRole('button', { name: t('basket:clear') }))
    await tap(shop.dialog(t('modals:confirm.clearBasket.title')).getByRole('button', { name: t('modals:confirm.clearBasket.yes') }))
    await expect(shown.getByRole('heading', { name: t('basket:empty.title') })).toBeVisible()
  })

  test('what goes with the basket is offered under its lines, and one press adds it', async ({ page, market, person, basket, t }) => {
    const milk = await market.product(ALWAYS_OPEN.supermarket, 'NDR02')
    await person.adds(milk)
    const shown = await basket.open()
    const offered = shown.getByRole('region', { name: t('basket:suggest.title') })
    await expect(offered.getByRole('listitem').first()).toBeVisible()
    expect(await offered.getByRole('listitem').count()).toBeLessThanOrEqual(6)
    await expect(offered.getByRole('listitem').filter({ hasText: milk.name })).toHaveCount(0)
    expect(await violationsOf(page)).toEqual([])
    const name = await offered.getByRole('listitem').first().locator('span').innerText()
    await tap(offered.getByRole('button', { name: t('basket:suggest.add', { name }), exact: true }))
    await expect(shown.getByRole('button', { name: t('basket:remove', { name }), exact: true })).toBeVisible()
    await expect(offered.getByRole('button', { name: t('basket:suggest.add', { name }), exact: true })).toHaveCount(0)
    await expect(shown.locator(':focus')).toHaveCount(1)
  })

  test('another kind of supplier asks whether to start anew', async ({ shop, market, person, basket, t }) => {
    const milk = await market.product(ALWAYS_OPEN.supermarket, 'NDR02')
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    const question = shop.dialog(t('modals:confirm.startAnew.title'))
    await person.adds(milk)
    await shop.open(hotDog.soldAt)
    await tap(shop.button('product:add', { name: hotDog.name }))
    await tap(question.getByRole('button', { name: t('modals:confirm.startAnew.no') }))
    await basket.open()
    await expect(await basket.line(milk)).toBeVisible()
    await basket.close()
    await tap(shop.button('product:add', { name: hotDog.name }))
    await tap(question.getByRole('button', { name: t('modals:confirm.startAnew.yes') }))
    await expect(question).toBeHidden()
    await basket.open()
    await expect(await basket.line(hotDog)).toBeVisible()
    await expect(await basket.line(milk)).toHaveCount(0)
  })

  test('it survives a reload, shows the same in a second tab, and is joined with the one of the account', async ({
    page,
    context,
    browser,
    baseURL,
    market,
    person,
    comes,
    basket
  }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    const other = await market.product(ALWAYS_OPEN.burgers, '3001')
    const { user } = await comes({ signedIn: true })
    await person.adds(hotDog)
    await page.reload()
    await basket.open()
    await expect(await basket.quantity(hotDog)).toHaveText('1')

    const second = createShop(await context.newPage(), language)
    await second.open(hotDog.soldAt)
    const secondBasket = createBasket(second)
    await secondBasket.open()
    await expect(await secondBasket.quantity(hotDog)).toHaveText('1')
    await tap((await secondBasket.line(hotDog)).getByRole('button', { name: second.t('states:more') }))
    await expect(await basket.quantity(hotDog)).toHaveText('2')
    await expect.poll(async () => (await secondBasket.parts()).items).toBe(2 * hotDog.price)
    await expect.poll(() => basket.parts()).toEqual(await secondBasket.parts())

    const elsewhere = await browser.newContext({ baseURL: baseURL ?? '', viewport: page.viewportSize() })
    const there = createShop(await elsewhere.newPage(), language)
    const visitor = createPerson(there)
    await visitor.adds(other)
    await visitor.returns(user?.phone ?? '')
    const joined = createBasket(there)
    await joined.open()
    await expect(await joined.quantity(hotDog)).toHaveText('2')
    await expect(await joined.quantity(other)).toHaveText('1')
    await elsewhere.close()
  })
})
