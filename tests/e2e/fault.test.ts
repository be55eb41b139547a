import { LOCALES, localePath } from '#domain/locale.ts'
import { getTranslator } from '#i18n/translate.ts'
import { violationsOf } from '#tests/support/e2e/audit/axe.ts'
import { expect, test } from '#tests/support/e2e/stories.ts'
import { freePort, startShop } from '#tests/support/shop-process.ts'
import { tap } from '#tests/support/e2e/tap.ts'

test('a shop whose marketplace is away says so in every language, and keeps what needs no data', async ({ page }) => {
  const away = `http://127.0.0.1:${await freePort()}`
  const shop = await startShop({ API_URL: away, PORT: String(await freePort()), LOG: 'silent' })
  try {
    for (const language of LOCALES) {
      const t = getTranslator(language)
      const url = shop.url + localePath(language, '/restaurants')
      const answer = await page.goto(url)
      expect(answer?.status()).toBe(503)
      expect(answer?.headers()['cache-control']).toBe('no-store')
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByRole('heading', { level: 1, name: t('pages:errorTitle') })).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      // The link leads to the page it is on: only a new document shows that it was followed.
      const [again] = await Promise.all([
        page.waitForResponse((response) => response.url() === url && response.request().isNavigationRequest()),
        page.waitForEvent('load'),
        tap(page.getByRole('main').getByRole('link', { name: t('pages:reload') }))
      ])
      expect(again.status()).toBe(503)
      expect((await page.goto(shop.url + localePath(language, '/about-us')))?.status()).toBe(200)
    }
  } finally {
    await shop.end()
  }
})
