import { LOCALE_COOKIE } from '#domain/constants.ts'
import { LOCALES, localePath, type Locale } from '#domain/locale.ts'
import { LANGUAGE_NAMES, READ_IN } from '#i18n/locales.ts'
import { getTranslator } from '#i18n/translate.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

const SWITCH_TO: Record<Locale, Locale> = { hy: 'en', en: 'ru', ru: 'hy' }

/** With and without a prefix in the address, there and back. */
for (const from of LOCALES)
  inLanguage(from, (language) => {
    const other = SWITCH_TO[language]
    const otherWords = getTranslator(other)

    test('another language keeps the page and its query, and is remembered', async ({ page, context, shop }) => {
      await shop.open('/restaurants?city=gyumri&open=1')
      await tap(page.getByRole('button', { name: shop.t('frame:language') }))
      await tap(page.getByRole('link', { name: LANGUAGE_NAMES[other], exact: true }).filter({ visible: true }).first())
      await expect(page).toHaveURL(`${localePath(other, '/restaurants')}?city=gyumri&open=1`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(otherWords('catalogue:restaurant'))
      expect((await context.cookies()).find(({ name }) => name === LOCALE_COOKIE)?.value).toBe(other)

      await page.goto('/')
      await expect(page).toHaveURL(localePath(other, '/'))
      await page.goto(shop.path('/about-us'))
      await expect(page.locator('html'), 'the address decides').toHaveAttribute('lang', language)
    })
  })

inLanguage('hy', (language) => {
  const other = SWITCH_TO[language]
  const otherWords = getTranslator(other)

  test('the home page is in the language of its address', async ({ page, shop }) => {
    await shop.open('/')
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(shop.heading('home:heading')).toBeVisible()
    await expect(page).toHaveTitle(shop.t('home:title'))
  })

  test('a reader of another language gets one quiet line that leads to the same page', async ({ page, context, baseURL, shop }) => {
    await context.addCookies([{ name: LOCALE_COOKIE, value: other, url: baseURL ?? '' }])
    await shop.open('/restaurants?open=1')
    const hints = page.locator('aside').getByRole('link', { name: new RegExp(LOCALES.map((one) => READ_IN[one]).join('|')) })
    await expect(hints.filter({ visible: true })).toHaveText([READ_IN[other]])
    await tap(hints.filter({ visible: true }))
    await expect(page).toHaveURL(`${localePath(other, '/restaurants')}?open=1`)
    await expect(hints.filter({ visible: true })).toHaveCount(0)
  })

  test('the line covers nothing, and once closed it never comes back', async ({ page, context, baseURL, shop }) => {
    await context.addCookies([{ name: LOCALE_COOKIE, value: other, url: baseURL ?? '' }])
    await shop.open('/restaurants')
    const line = page.getByRole('complementary', { name: READ_IN[other], exact: true })
    const close = line.getByRole('button', { name: otherWords('states:close'), exact: true })
    await expect(line).toBeVisible()
    const box = await close.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    // It stands in the page: between the header and what follows, over neither.
    const [header, main] = [await page.locator('header').boundingBox(), await page.getByRole('main').boundingBox()]
    const own = await line.boundingBox()
    expect(own?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
    expect(main?.y).toBeGreaterThanOrEqual((own?.y ?? 0) + (own?.height ?? 0))
    await tap(close)
    await expect(line).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
    for (const path of ['/restaurants', '/about-us']) {
      await shop.open(path)
      await expect(page.getByRole('main')).toBeVisible()
      await expect(line).toBeHidden()
    }
  })

  test('who chose a language here is asked no more', async ({ page, shop }) => {
    await shop.open('/about-us')
    await tap(page.getByRole('button', { name: shop.t('frame:language') }))
    await tap(page.getByRole('link', { name: LANGUAGE_NAMES[other], exact: true }).filter({ visible: true }).first())
    await expect(page.locator('html')).toHaveAttribute('lang', other)
    await shop.open('/about-us')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('complementary', { name: READ_IN[other], exact: true })).toBeHidden()
  })

  test('an address that leads nowhere says so', async ({ page, shop }) => {
    const answer = await page.goto(shop.path('/nothing/here'))
    expect(answer?.status()).toBe(404)
    await expect(shop.heading('pages:notFoundTitle')).toBeVisible()
    await tap(page.getByRole('main').getByRole('link', { name: shop.t('pages:backHome') }))
    await expect(shop.heading('home:heading')).toBeVisible()
  })
})

test('/hy leads to the page without a prefix, with its query; any other prefix is nothing', async ({ page }) => {
  await page.goto('/hy/restaurants?city=gyumri')
  await expect(page).toHaveURL('/restaurants?city=gyumri')
  for (const path of ['/de/restaurants', '/xx', '/en/hy/restaurants']) expect((await page.goto(path))?.status(), path).toBe(404)
})

test('prices are also said in the currency that was chosen, on shared pages and at checkout; drams are paid', async ({
  page,
  shop,
  market,
  person,
  t
}) => {
  // A guest finds it from any page.
  await shop.open('/restaurants')
  await tap(page.getByRole('contentinfo').getByRole('link', { name: t('frame:currency') }))
  await page.getByRole('radio', { name: t('account:language.currencies.USD') }).check()
  const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
  await shop.open(hotDog.soldAt)
  const both = /^[\d\s.,]+֏ \(≈\s[\d\s.,]+\$\)/
  await expect(page.locator('[data-product] .product-price').first()).toHaveText(both)
  await person.adds(hotDog)
  await shop.open('/checkout')
  const total = page.locator('dl').filter({ hasText: t('basket:totals.total') })
  await expect(total.locator('dd').last()).toHaveText(both)
  await expect(page.getByText(/USD/)).toBeVisible()
})
