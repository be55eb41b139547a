import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

inLanguage('ru', (language) => {
  test('somebody reads about us and one campaign', async ({ page, shop }) => {
    await shop.open('/')
    await tap(page.getByRole('contentinfo').getByRole('link', { name: shop.t('frame:about') }))
    await expect(page).toHaveURL(shop.path('/about-us'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect((await page.getByRole('article').innerText()).length).toBeGreaterThan(300)

    await tap(page.getByRole('contentinfo').getByRole('link', { name: shop.t('frame:campaigns') }))
    const campaign = page.getByRole('main').getByRole('article').first().getByRole('link').first()
    const title = await campaign.innerText()
    await tap(campaign)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveURL(new RegExp(`${shop.path('/campaigns/')}[a-z-]+$`))
    await expect(page.locator('html')).toHaveAttribute('lang', language)
  })
})
