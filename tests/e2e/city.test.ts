import type { Page } from '@playwright/test'
import { CITY_COOKIE } from '#domain/constants.ts'
import { shiftFaults, watchShifts } from '#tests/support/e2e/audit/layout-faults.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

interface Card {
  id: number
  near?: { delivers: boolean }
}
const suppliers = async (page: Page, query: string): Promise<Card[]> =>
  ((await (await page.request.get(`/api/suppliers?type=7&take=200&${query}`)).json()) as { data: { items: Card[] } }).data.items
/** Suppliers whose cards or products the page shows. */
const shown = (page: Page): Promise<number[]> =>
  page.locator('main [data-supplier], main [data-sellers]').evaluateAll((elements) => [
    ...new Set(
      elements
        .flatMap((element) =>
          ((element as HTMLElement).dataset['sellers'] ?? (element as HTMLElement).dataset['supplier'] ?? '').split(',')
        )
        .filter(Boolean)
        .map(Number)
    )
  ])
const chip = (page: Page) => page.locator('.city-chip')

inLanguage('ru', () => {
  test('who chooses another city sees what is delivered there: at home, in a list, in the search, and the next time (phone)', async ({
    page,
    shop,
    t
  }) => {
    const here = new Set((await suppliers(page, 'city=gyumri')).map(({ id }) => id))
    const showsGyumri = async (): Promise<void> => {
      const ids = await shown(page)
      expect(ids.length).toBeGreaterThan(0)
      expect(ids.filter((id) => !here.has(id))).toEqual([])
    }
    await shop.open('/restaurants')
    expect((await shown(page)).filter((id) => here.has(id))).toEqual([])
    await shop.open('/')
    await expect(chip(page)).toContainText('Ереван')
    await tap(chip(page))
    await tap(page.getByRole('link', { name: 'Гюмри', exact: true }))
    await expect(chip(page)).toContainText('Гюмри')
    await showsGyumri()
    // Moments after the same list of the other city, and by addresses without a city.
    for (const path of ['/restaurants', '/', '/products', '/search?term=хлеб'])
      for (const visit of [() => shop.open(path), () => page.reload()]) {
        await visit()
        await showsGyumri()
      }
    await expect(page.getByRole('link', { name: t('search:deliversTo', { city: 'Гюмри' }) })).toBeVisible()
  })

  test('an address in another city makes it the city of the pages, and of the one that is shown (phone)', async ({ page, shop, t }) => {
    await shop.open('/restaurants')
    await expect(chip(page)).toContainText('Ереван')
    await tap(page.getByRole('button', { name: t('frame:where') }))
    const search = shop.dialog(t('address:title'))
    await search.getByRole('combobox', { name: t('address:search') }).fill('Гюмри Тиграна Меца 5')
    await tap(page.getByRole('option').first())
    await tap(shop.button('address:use'))
    await expect(chip(page)).toContainText('Гюмри')
    expect((await page.context().cookies()).find(({ name }) => name === CITY_COOKIE)?.value).toBe('gyumri')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('what does not deliver to the exact address stands behind one line at the end (phone)', async ({ page, shop, t }) => {
    const edge = { latitude: 40.1365, longitude: 44.4352 }
    const all = await suppliers(page, `city=yerevan&lat=${edge.latitude}&lng=${edge.longitude}`)
    const away = new Set(all.filter(({ near }) => !near?.delivers).map(({ id }) => id))
    const place = { version: 1, title: 'Окраина', addressId: null, ...edge }
    await page.addInitScript((saved) => localStorage.setItem('root:place', JSON.stringify(saved)), place)
    await watchShifts(page)
    await shop.open('/restaurants')
    const cards = page.locator('[data-items] > li')
    const ids = await cards.evaluateAll((items) =>
      items.map((item) => Number(item.querySelector<HTMLElement>('[data-supplier]')?.dataset['supplier']))
    )
    const count = ids.filter((id) => away.has(id)).length
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(ids.length)
    const line = page.getByRole('button', { name: t('listing:away', { amount: String(count) }) })
    await expect(line).toBeVisible()
    await expect(cards.filter({ visible: true })).toHaveCount(ids.length - count)
    expect(await shiftFaults(page)).toEqual([])
    await tap(line)
    await expect(line).toHaveCount(0)
    await expect(cards.filter({ visible: true })).toHaveCount(ids.length)
    // Products of the same places.
    await shop.open('/products')
    await expect(page.getByRole('button', { name: new RegExp(`^${t('listing:away', { amount: '' }).trim()}`) })).toBeVisible()
  })
})
