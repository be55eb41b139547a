import { LOCALE_TAGS, LOCALES, localePath } from '#domain/locale.ts'
import type { Shop } from '#tests/support/e2e/shop.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

/** The search box where it is in sight, else the one that a press opens. */
const box = async ({ page, t }: Shop) => {
  const opener = page.getByRole('banner').getByRole('link', { name: t('search:title'), exact: true })
  if (await opener.isVisible()) await tap(opener)
  const field = page.getByRole('combobox', { name: t('search:label') }).filter({ visible: true })
  await expect(field).toBeVisible()
  return field
}

const KHOROVATS = { hy: 'Խորոված', en: 'khorovats', ru: 'Хоровац' }
/** Armenian in Latin and in Cyrillic letters, and with the wrong keyboard on. */
const TYPED = { hy: ['xorovac', 'хоровац'], en: ['horovats', 'խորոված'], ru: ['xorovats', '[jhjdfw'] }

inLanguage('hy', (language) => {
  test('a hungry person finds khorovats three ways (phone)', async ({ page, shop, t }) => {
    const named = new RegExp(KHOROVATS[language], 'i')
    await shop.open('/')
    const field = await box(shop)
    await field.fill('98765432')
    await expect(page.getByText(t('search:nothingFor', { term: '98765432' }))).toBeVisible()
    await field.fill('')
    await field.pressSequentially(KHOROVATS[language].slice(0, 5))
    const option = page.getByRole('option', { name: named }).first()
    await expect(option).toBeVisible()
    await expect(field).toHaveAttribute('aria-expanded', 'true')
    await field.press('ArrowDown')
    await expect(page.getByRole('option', { selected: true })).toHaveCount(1)
    await field.press('Escape')
    await expect(field).toHaveAttribute('aria-expanded', 'false')

    for (const typed of TYPED[language]) {
      await shop.open('/search')
      const again = await box(shop)
      await again.fill(typed)
      await again.press('Enter')
      await expect(page).toHaveURL(/\/search\?term=/)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(typed)
      await expect(page.getByRole('main').getByRole('link', { name: named }).first()).toBeVisible()
    }
    await tap(page.getByRole('navigation', { name: t('search:tabs') }).getByRole('link', { name: t('search:tab.restaurants') }))
    await expect(page).toHaveURL(/tab=restaurants/)
    await page.reload()
    await expect(page.getByRole('link', { name: t('search:tab.restaurants') }).and(page.locator('[aria-current=page]'))).toBeVisible()
  })
})

for (const language of LOCALES)
  for (const typed of TYPED[language])
    test(`khorovats typed as ${typed} are found by a reader of ${language} (desk)`, async ({ request }) => {
      const html = await (await request.get(localePath(language, `/search?term=${encodeURIComponent(typed)}`))).text()
      const names = [...html.matchAll(/<h3[^>]*>\s*<a[^>]*>([^<]+)</g)].map(([, name = '']) => name)
      expect(
        names.some((name) => new RegExp(KHOROVATS[language], 'i').test(name)),
        names.join()
      ).toBe(true)
    })

test.describe('in Russian', () => {
  test.use({ language: 'ru', locale: LOCALE_TAGS.ru })

  test('a mother finds a medicine by a misspelt name and puts it into the basket (desk)', async ({ page, shop, t }) => {
    await shop.open('/')
    const field = await box(shop)
    await field.fill('парацитомол')
    await field.press('Enter')
    await expect(page.getByText(t('search:instead', { typed: 'парацитомол' }))).toBeVisible()
    await expect(page.getByRole('link', { name: 'парацетамол', exact: true })).toBeVisible()
    const card = page
      .getByRole('article')
      .filter({ hasText: /^.*Парацетамол/ })
      .filter({ has: page.locator('[data-add]') })
      .first()
    await tap(card.locator('[data-add]'))
    await expect(card.getByRole('group', { name: /^Парацетамол/ })).toBeVisible()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the search page, its tabs, its pages and the search inside a menu work (desk)', async ({ page, shop, t }) => {
    await shop.open('/search')
    const main = page.getByRole('main')
    await main.getByRole('combobox', { name: t('search:label') }).fill('պանիր')
    await tap(main.getByRole('button', { name: t('search:go') }))
    await expect(main.getByRole('heading', { level: 3 }).first()).toBeVisible()
    await tap(main.getByRole('link', { name: t('search:tab.products') }))
    const first = await main.getByRole('article').first().textContent()
    await tap(main.getByRole('link', { name: t('catalogue:next') }))
    await expect(page).toHaveURL(/page=2/)
    expect(await main.getByRole('article').first().textContent()).not.toBe(first)

    await shop.open('/pharmacies/ankun')
    await main.getByRole('searchbox', { name: t('search:menuLabel') }).fill('իբուպրոֆեն')
    await tap(main.getByRole('search').getByRole('button'))
    await expect(main.getByRole('article').first()).toContainText('Իբուպրոֆեն')
    await tap(main.getByRole('link', { name: t('search:everywhere') }))
    await expect(page).not.toHaveURL(/supplier=/)
    await shop.open('/search?term=zzzzzzzzzzzz')
    await expect(main.getByText(t('search:emptyTitle'))).toBeVisible()
  })
})
