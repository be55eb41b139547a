import { LOCALE_TAGS } from '#domain/locale.ts'
import { expect, test } from '#tests/support/e2e/stories.ts'
import { createShop } from '#tests/support/e2e/shop.ts'
import { startOpenIdProvider } from '#tests/support/openid-provider.ts'
import { freePort, newDataDir, startShop } from '#tests/support/shop-process.ts'
import { tap } from '#tests/support/e2e/tap.ts'

/** A shop of its own: only this one has a provider, and shows its button. */
test('a new person comes in by Google: refused consent is said in the dialog, the second try leads back signed in (phone)', async ({
  browser,
  language
}) => {
  const port = await freePort()
  const site = `http://127.0.0.1:${port}`
  const provider = await startOpenIdProvider({ site })
  const running = await startShop({ PORT: String(port), SITE_URL: site, DATA_DIR: newDataDir(), ...provider.env })
  const context = await browser.newContext({ baseURL: site, locale: LOCALE_TAGS[language], viewport: { width: 375, height: 780 } })
  try {
    const page = await context.newPage()
    const shop = createShop(page, language)
    await shop.open('/shops')
    await tap(shop.button('frame:signIn'))
    provider.next = 'refuse'
    await tap(shop.button('social:continueWith', { provider: 'Google' }))
    const said = page
      .getByRole('dialog')
      .getByRole('alert')
      .filter({ hasText: shop.t('social:failure.permissions', { provider: 'Google' }) })
    await expect(said).toBeVisible()

    provider.next = { sub: 'nare', email: 'nare@example.am', email_verified: true, given_name: 'Նարե' }
    await tap(page.getByRole('dialog').getByRole('button', { name: shop.t('social:continueWith', { provider: 'Google' }), exact: true }))
    await page.waitForURL(`${site}/shops?from=login`)
    await shop.open('/account/privacy')
    await expect(page.getByRole('listitem').filter({ hasText: 'n•••@example.am' })).toBeVisible()
    // Back leads to the shop, not through the provider again.
    await page.goBack()
    await page.waitForURL(`${site}/shops?from=login`)
  } finally {
    await context.close()
    await running.end()
    await provider.stop()
  }
})
