import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, test } from '#tests/support/e2e/stories.ts'

test.use({ language: 'en', locale: 'en-US', contextOptions: { reducedMotion: 'reduce' } })

/** About 700 m to the south, street by street. */
const PRESSES = 8

test('moved flat: the address is changed on the map by keyboard, though no pictures come at first, and chosen at checkout (desk)', async ({
  page,
  shop,
  market,
  comes,
  checkout,
  t
}) => {
  const tiles = { url: '/no-such-tiles/{z}/{x}/{y}.png', attribution: '© Nobody' }
  await page.route('**/api/geo/mode', (route) =>
    route.fulfill({ json: { code: 200, messages: [], data: { provider: 'gazetteer', answering: 'gazetteer', tiles }, requestId: 'x' } })
  )
  await page.route('**/api/map/**', (route) => route.abort())
  const { id } = await market.product(ALWAYS_OPEN.burgers, '3003')
  await comes({ signedIn: true, products: [{ id, quantity: 1 }] })
  await checkout.open()
  await checkout.typesAddress()

  await shop.open('/account/addresses')
  await shop.button('account:editOne', { address: '12 Abovyan Street, Yerevan' }).press('Enter')
  const form = shop.dialog(t('address:editTitle'))
  await form.getByRole('textbox', { name: t('address:apartment') }).fill('7')
  await form.getByRole('button', { name: t('address:onMap') }).press('Enter')
  const map = shop.dialog(t('address:map.title'))
  const view = map.getByRole('application', { name: t('address:map.label') })
  await expect(view).toBeFocused()
  await expect(map.getByText(t('address:map.lost'))).toBeVisible()
  await page.unroute('**/api/map/**')
  await map.getByRole('button', { name: t('states:retry') }).press('Enter')
  await expect(map.getByText(t('address:map.drawn'))).toBeVisible()
  await expect(view).toBeFocused()
  const under = map.getByRole('strong')
  const before = await under.innerText()
  for (let i = 0; i < PRESSES; i += 1) await page.keyboard.press('ArrowDown')
  await expect(under).not.toHaveText(before)
  const street = await under.innerText()
  await page.keyboard.press('Enter')
  await expect(map).toBeHidden()
  const [, house = '', name = ''] = /^(\S+) (.+)$/.exec(street) ?? []
  await expect(form.getByRole('textbox', { name: t('address:street') })).toHaveValue(name)
  await expect(form.getByRole('textbox', { name: t('address:house') })).toHaveValue(house)
  await expect(form.getByRole('textbox', { name: t('address:apartment') })).toHaveValue('7')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: street })).toContainText(t('address:apartmentIs', { value: '7' }))

  await checkout.open()
  const chosen = checkout.part('where').getByRole('radio', { name: new RegExp(street) })
  await expect(chosen).toBeChecked()
  await checkout.orders()
  await expect(page.getByRole('main')).toContainText(street)
})
