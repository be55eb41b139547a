import { expect, inEachLanguage, test } from '#tests/support/e2e/stories.ts'

inEachLanguage((language) => {
  test('somebody reads about us and one campaign', async ({ page, shop }) => {
    await shop.open('/')
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: shop.t('frame:about') })
      .click()
    await expect(page).toHaveURL(shop.path('/about-us'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect((await page.getByRole('article').innerText()).length).toBeGreaterThan(300)

    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: shop.t('frame:campaigns') })
      .click()
    const campaign = page.getByRole('main').getByRole('article').first().getByRole('link').first()
    const title = await campaign.innerText()
    await campaign.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveURL(new RegExp(`${shop.path('/campaigns/')}[a-z-]+$`))
    await expect(page.locator('html')).toHaveAttribute('lang', language)
  })
})
