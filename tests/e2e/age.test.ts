import { ADULT_COOKIE } from '#domain/constants.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

test.use({ language: 'hy', locale: 'hy-AM', contextOptions: { reducedMotion: 'reduce' } })

test('goods for adults: masked for everybody, home for who is too young, shown to who confirms', async ({
  page,
  shop,
  market,
  request,
  t
}) => {
  const [wine] = (await market.menu(ALWAYS_OPEN.supermarket)).filter(({ adult, hasOptions, stock }) => adult && !hasOptions && stock !== 0)
  if (!wine) throw new Error('the supermarket sells nothing for adults')
  expect(wine.name).toBe('18+')
  const answer = await request.get(`/api/products/${wine.id}`, { headers: { Cookie: `${ADULT_COOKIE}=1`, 'Content-Language': 'hy' } })
  const { name } = ((await answer.json()) as { data: { name: string } }).data
  const address = `/products/${wine.id}`
  const html = await (await request.get(shop.path(address))).text()
  expect(html).not.toContain(name)

  await shop.open(address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('product:adultName'))
  await tap(shop.button('product:adultShow'))
  const question = shop.dialog(t('confirmations:age.title'))
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  const cookies = async () => (await page.context().cookies()).find((cookie) => cookie.name === ADULT_COOKIE)?.value
  expect(await cookies(), 'closing says nothing').toBeUndefined()
  await tap(shop.button('product:adultShow'))
  await tap(question.getByRole('button', { name: t('confirmations:age.no'), exact: true }))
  await page.waitForURL(/\/$/)
  expect(await cookies()).toBe('0')

  await shop.open(wine.soldAt)
  const card = page.locator(`[data-product="${wine.id}"]`)
  await expect(card.getByRole('heading')).toHaveText(t('product:adultName'))
  await tap(card.getByRole('button', { name: t('product:add', { name: t('product:adultName') }), exact: true }))
  await tap(question.getByRole('button', { name: t('confirmations:age.yes'), exact: true }))
  await expect(shop.saying(t('basket:said.added', { name: t('product:adultName') }))).toBeVisible()
  await expect(card.getByRole('heading')).toHaveText(name)
  expect(await cookies()).toBe('1')
  await shop.open(address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  expect(await page.title()).toContain(name)
  await expect(page.locator('.breadcrumbs [aria-current]')).toHaveText(name)
  await expect(shop.button('product:adultShow')).toHaveCount(0)
})
