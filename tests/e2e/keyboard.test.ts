import { createKeyboard } from '#tests/support/e2e/keyboard.ts'
import { newPhone } from '#tests/support/e2e/contacts.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, test } from '#tests/support/e2e/stories.ts'

test.use({ language: 'en', locale: 'en-US', contextOptions: { reducedMotion: 'reduce' } })

test('a whole purchase by keyboard alone', async ({ page, shop, market, person, basket, checkout, orders, t }) => {
  const burger = await market.product(ALWAYS_OPEN.burgers, '2002')
  const keys = createKeyboard(page)
  await shop.open('/')
  await keys.press('Tab')
  await expect(shop.link('frame:skip')).toBeFocused()
  await keys.press('Enter')
  await keys.reaches(
    page
      .getByRole('main')
      .getByRole('link', { name: t('frame:restaurantsTile'), exact: true })
      .first()
  )
  await keys.press('Enter')
  await keys.reaches(page.getByRole('main').getByRole('link', { name: burger.supplier.name, exact: true }).first())
  await keys.press('Enter')
  await keys.reaches(shop.button('product:choose', { name: burger.name }))
  await keys.press('Enter')

  const sheet = shop.dialog(burger.name)
  await keys.reaches(sheet.getByRole('radio', { checked: true }).first())
  await keys.press('ArrowDown')
  await keys.reaches(sheet.getByRole('checkbox').first())
  await keys.press('Space')
  await expect(sheet.getByRole('checkbox').first()).toBeChecked()
  await keys.reaches(sheet.getByRole('button', { name: new RegExp(`^${t('product:addButton')}`) }))
  await keys.press('Enter')
  await expect(sheet).toBeHidden()
  await expect(shop.button('product:choose', { name: burger.name }), 'the focus is back where it was').toBeFocused()

  await keys.reaches((await basket.place()).getByRole('link', { name: t('basket:checkout') }), 400)
  await keys.press('Enter')
  await keys.reaches(page.getByRole('main').getByRole('button', { name: t('checkout:signIn'), exact: true }))
  await keys.press('Enter')
  await expect(page.getByRole('textbox', { name: t('auth:contact') })).toBeFocused()
  await keys.types(newPhone())
  await keys.press('Enter')
  await expect(page.getByRole('textbox', { name: t('auth:code.label'), exact: true })).toBeFocused()
  await keys.types(await person.readsCode('keyboard'))
  await expect(page.getByRole('textbox', { name: t('auth:name.first'), exact: true })).toBeFocused()
  await keys.types('Nare')
  await keys.press('Enter')
  await page.waitForURL(/from=login/)

  await expect(checkout.part('where').getByRole('combobox', { name: t('address:search') })).toBeFocused()
  await keys.types('Abovyan 12')
  await expect(page.getByRole('option').first()).toBeVisible()
  await keys.press('Enter')
  await keys.reaches(checkout.part('where').getByRole('button', { name: t('address:use') }))
  await keys.press('Enter')
  await expect(checkout.part('where').getByRole('radio')).toBeChecked()
  await keys.reaches(checkout.part('pay').getByRole('radio', { name: t('checkout:methods.cash.name') }))
  const button = await checkout.orderButton()
  await keys.reaches(button)
  await keys.press('Enter')
  await page.waitForURL(/\/en\/account\/orders\/\d+/)
  await expect(orders.progress()).toBeVisible()
})

test('who is on the way to the checkout stays there while the basket beside the menu wakes', async ({
  page,
  shop,
  market,
  person,
  basket,
  t
}) => {
  const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
  await person.adds(hotDog)
  await basket.open()
  const total = (await basket.parts()).total
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/baskets?**', async (route) => {
    await answered
    await route.continue()
  })
  await shop.open(hotDog.soldAt)
  const column = await basket.place()
  const on = column.getByRole('link', { name: t('basket:checkout') })
  await on.focus()
  await expect(column, 'the focus woke it').toHaveAttribute('data-basket-column', 'live')
  await expect(on, 'while the basket is on its way').toBeFocused()
  await expect(on).toContainText(shop.money(total))
  answer()
  await expect(column.getByRole('term').first()).toBeVisible()
  await expect(on, 'when it has come').toBeFocused()
})
