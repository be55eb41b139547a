import { shiftFaults, watchShifts } from '#tests/support/e2e/audit/layout-faults.ts'
import { sumOf } from '#tests/support/e2e/amounts.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

inLanguage('en', () => {
  test('two suppliers in one basket: each with its delivery and packing, one total everywhere, paid by card', async ({
    page,
    shop,
    market,
    person,
    comes,
    basket,
    checkout,
    orders,
    bank,
    t
  }) => {
    const milk = await market.product(ALWAYS_OPEN.supermarket, 'NDR02')
    const pills = await market.product(ALWAYS_OPEN.pharmacy, 'APN01')
    await comes({ signedIn: true, withAddress: true })
    // A mouse that wanders over the cards, adds and goes to the column moves nothing, nor do the suggestions that come by themselves.
    await watchShifts(page, { afterPress: true })
    await shop.open(milk.soldAt)
    for (const card of (await page.locator('.product').all()).slice(0, 4)) await card.hover()
    await person.adds(milk)
    const column = await basket.place()
    await column.hover()
    await expect(column.getByRole('heading', { name: t('basket:suggest.title') })).toBeVisible()
    await column.getByRole('link', { name: t('basket:checkout') }).hover()
    // The count on the basket's own button is all that may appear.
    expect(await shiftFaults(page, 0.0001)).toEqual([])
    await person.adds(pills)

    await shop.open(pills.soldAt)
    const shown = await basket.open()
    const part = (goods: typeof milk) => shown.getByRole('region', { name: t('basket:from', { supplier: goods.supplier.name }) })
    const costOf = async (goods: typeof milk, what: 'delivery' | 'packing') => {
      const [, text] = (await part(goods).innerText()).split(`${t(`basket:part.${what}`)}: `)
      const [digits = ''] = /[\d\u00a0]+(?=\u00a0֏)/.exec(text ?? '') ?? []
      return Number(digits.replaceAll('\u00a0', ''))
    }
    const parts = await basket.parts()
    expect(parts.items).toBe(milk.price + pills.price)
    expect(await costOf(milk, 'delivery')).toBeGreaterThan(0)
    expect(await costOf(pills, 'delivery')).toBeGreaterThan(0)
    expect((await costOf(milk, 'delivery')) + (await costOf(pills, 'delivery'))).toBe(parts.delivery)
    expect(await costOf(milk, 'packing')).toBe((await market.supplier(ALWAYS_OPEN.supermarket)).packing)
    expect(await costOf(pills, 'packing')).toBe(0)
    expect(parts.packing).toBe(await costOf(milk, 'packing'))
    expect(parts.total).toBe(sumOf(parts))

    await tap(shown.getByRole('link', { name: t('basket:checkout') }))
    await expect(checkout.part('summary')).toContainText(pills.name)
    expect(await checkout.parts()).toEqual(parts)
    await checkout.goesToBank()
    await expect(page.getByRole('definition').filter({ hasText: shop.money(parts.total) })).toBeVisible()
    await bank.answers('approve')
    await expect(orders.payment('methods.card.paid')).toBeVisible()
    expect(await orders.parts()).toEqual(parts)
    for (const { supplier } of [milk, pills]) await expect(page.getByRole('heading', { name: supplier.name })).toBeVisible()
  })
})
