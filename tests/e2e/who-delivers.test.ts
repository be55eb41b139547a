import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

inLanguage('en', () => {
  test('who comes to an address, for how much and how soon, stands behind delivery and payment (phone)', async ({
    page,
    shop,
    market,
    comes,
    t
  }) => {
    await shop.open('/delivery-and-payment')
    await tap(shop.link('reach:button'))
    const dialog = shop.dialog(t('reach:title'))
    await expect(dialog.getByText(t('reach:text'))).toBeVisible()
    await tap(dialog.getByRole('button', { name: t('states:close') }))
    await expect(dialog).toHaveCount(0)

    await comes({ signedIn: true, withAddress: true })
    await page.reload()
    await tap(shop.link('reach:button'))
    const rows = dialog.getByRole('listitem')
    await expect(rows.first()).toBeVisible()
    const count = await rows.count()
    // In the centre of the capital most are near; those of other cities are not.
    const all = await market.suppliers()
    expect(count).toBeGreaterThan(10)
    expect(count).toBeLessThan(all.length)
    await expect(dialog).toContainText(t('reach:found', { count, address: 'Abovyan Street 10' }))
    await expect(rows.first()).toContainText(t('reach:free'))
    await tap(rows.first().getByRole('link'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(page.url()).not.toContain('delivery-and-payment')
  })
})
