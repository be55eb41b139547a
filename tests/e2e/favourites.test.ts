import { createKeyboard } from '#tests/support/e2e/keyboard.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

test.use({ language: 'ru', locale: 'ru-RU', contextOptions: { reducedMotion: 'reduce' } })

test('a guest presses a heart, signs in, and it is set: in every tab, on its page, among the favourites', async ({
  page,
  shop,
  market,
  person,
  t
}) => {
  const { name, soldAt, supplier } = await market.product(ALWAYS_OPEN.burgers, '3003')
  const heartOf = (what: string) => page.getByRole('button', { name: t('favourites:toggle', { name: what }), exact: true }).first()
  await shop.open(soldAt)
  const other = await page.context().newPage()
  await other.goto(shop.path(soldAt))
  const elsewhere = other.getByRole('button', { name: t('favourites:toggle', { name }), exact: true })
  await expect(elsewhere).toHaveAttribute('aria-pressed', 'false')

  await tap(heartOf(name))
  const signIn = shop.dialog(t('auth:title'))
  await tap(signIn.getByRole('button', { name: t('states:close') }))
  await expect(heartOf(name), 'nothing is set for who would rather not').toHaveAttribute('aria-pressed', 'false')
  await tap(heartOf(name))
  await expect(signIn).toBeVisible()
  await person.introducesThemself()
  await expect(heartOf(name)).toHaveAttribute('aria-pressed', 'true')
  await expect(elsewhere).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(new RegExp(`${soldAt}$`))
  // The first request is never answered.
  let held = false
  await page.route(/\/api\/favorites/, (route) => {
    if (held || route.request().method() === 'GET') return route.continue()
    held = true
    return undefined
  })
  await tap(heartOf(supplier.name))
  await expect(heartOf(supplier.name)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => held).toBe(true)
  // Left before the answer came: nothing that was pressed is lost.
  await page.reload()
  await expect(heartOf(name)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('[data-announce]')).toHaveText(t('favourites:said.added'))

  await tap(shop.link('frame:favourites'))
  await expect(page.getByRole('heading', { name: supplier.name, exact: true })).toBeVisible()
  await tap(shop.button('favourites:products'))
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await page.getByRole('searchbox').fill('щщщщ')
  await expect(shop.heading('favourites:noneTitle')).toBeVisible()
  await tap(shop.button('favourites:showAll'))
  await tap(heartOf(name))
  await expect(heartOf(name)).toHaveAttribute('aria-pressed', 'false')
  await expect(elsewhere).toHaveAttribute('aria-pressed', 'false')
  await other.close()
})

test('a supplier by keyboard: the list of departments, a heart, the information, the reviews', async ({ page, shop, market, t }) => {
  const { soldAt } = await market.product(ALWAYS_OPEN.burgers, '3003')
  const keys = createKeyboard(page)
  await shop.open(soldAt)
  const supplier = await market.supplier(ALWAYS_OPEN.burgers)
  await keys.reaches(page.getByRole('button', { name: t('favourites:toggle', { name: supplier.name }), exact: true }))
  await keys.press('Enter')
  await expect(shop.dialog(t('auth:title'))).toBeVisible()
  await keys.press('Escape')
  await expect(page.getByRole('button', { name: t('favourites:toggle', { name: supplier.name }), exact: true })).toBeFocused()
  await keys.reaches(page.getByText(t('supplier:info'), { exact: true }).locator('..'))
  await keys.press('Enter')
  await expect(page.getByRole('term').filter({ hasText: t('supplier:taxId') })).toBeVisible()

  const departments = page.getByRole('navigation', { name: t('supplier:departments') })
  const last = supplier.departments.at(-1)?.name ?? ''
  const all = departments.locator('summary')
  await keys.reaches(all)
  await keys.press('Enter')
  await expect(departments.locator('details')).toHaveAttribute('open')
  await keys.press('Escape')
  await expect(all).toBeFocused()
  await expect(departments.locator('details')).not.toHaveAttribute('open')
  const link = departments.locator('.departments-row').getByRole('link', { name: last, exact: true })
  await keys.reaches(link)
  await keys.press('Enter')
  await expect(shop.page.getByRole('heading', { name: last, exact: true })).toBeInViewport()
  await keys.reaches(page.getByRole('link', { name: t('supplier:allReviews'), exact: true }), 400)
  await keys.press('Enter')
  await expect(shop.heading('supplier:reviewsTitle', { name: supplier.name })).toBeVisible()
  await expect(page.getByText(t('supplier:demoReviews'))).toBeVisible()
})
