import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

inLanguage('hy', () => {
  test('somebody writes to the market, and what is wrong is said beside its field (phone)', async ({ page, shop, t }) => {
    await shop.open('/about-us')
    await tap(page.getByRole('contentinfo').getByRole('link', { name: t('frame:contact') }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('forms:contact.title'))
    const field = (label: string) => page.getByLabel(label, { exact: true })
    await field(t('forms:firstName')).fill('Անի')
    await field(t('forms:lastName')).fill('Սարգսյան')
    await field(t('forms:phone')).fill('12')
    await expect(page.locator('form[data-ready]')).toBeAttached()
    await field(t('forms:email')).fill('ani@mail.am')
    await field(t('forms:contact.region')).selectOption({ label: t('forms:regions.lori') })
    await field(t('forms:contact.subject')).selectOption({ label: t('forms:contact.subjects.idea') })
    await field(t('forms:message')).fill('Ավելի շատ գաթա։')
    await tap(shop.button('forms:send'))
    await expect(page.getByRole('alert').filter({ hasText: t('allowed:phone') })).toBeVisible()
    await expect(field(t('forms:phone'))).toBeFocused()
    await field(t('forms:phone')).fill('091 234567')

    // Without a connection nothing is lost: it is sent when there is one.
    await page.context().setOffline(true)
    await tap(shop.button('forms:send'))
    await expect(page.getByText(t('forms:kept'))).toBeVisible()
    await field(t('forms:message')).fill('Ավելի շատ գաթա և լավաշ։')
    await tap(shop.button('forms:send'))
    await expect(page.getByText(t('forms:kept'))).toBeVisible()
    const sent = page.waitForRequest('**/api/applications/contact')
    await page.context().setOffline(false)
    expect((await sent).postData(), 'the last attempt').toContain('լավաշ')
    await expect(page.getByRole('heading', { name: t('forms:sent') })).toBeVisible()
    await expect(page.getByText(new RegExp(t('forms:number', { number: 'A\\d+' })))).toBeVisible()
    await expect(shop.button('forms:send')).toBeHidden()
  })
})

inLanguage('en', () => {
  test('somebody compares the plans of television and internet and asks for one (desk)', async ({ page, shop, t }) => {
    await shop.open('/services')
    await tap(page.getByRole('link', { name: t('forms:telecom.title') }))
    await tap(page.getByRole('radio', { name: new RegExp(`^${t('forms:telecom.plans.both')}`) }))
    await page.getByLabel(t('forms:name'), { exact: true }).fill('Ani')
    await page.getByLabel(t('forms:phone'), { exact: true }).fill('+374 91 234567')
    await page.getByLabel(t('forms:telecom.address'), { exact: true }).fill('Abovyan Street 10')
    await page.getByLabel(t('forms:telecom.timeToCall'), { exact: true }).selectOption({ label: t('forms:telecom.times.evening') })
    await tap(shop.button('forms:telecom.form'))
    await expect(page.getByRole('heading', { name: t('forms:sent') })).toBeVisible()
    await expect(page.getByText(t('forms:answer.byPhone'))).toBeVisible()
  })
})

inLanguage('ru', () => {
  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('somebody asks for work as a courier (desk)', async ({ page, shop, t }) => {
      await shop.open('/become-a-courier')
      await page.getByLabel(t('forms:firstName'), { exact: true }).fill('Ани')
      await page.getByLabel(t('forms:lastName'), { exact: true }).fill('Саргсян')
      await page.getByLabel(t('forms:phone'), { exact: true }).fill('12')
      await page.getByLabel(t('forms:courier.jobTitle'), { exact: true }).selectOption({ label: t('forms:courier.jobTitles.courier') })
      await page
        .getByLabel(t('forms:courier.courierType'), { exact: true })
        .selectOption({ label: t('forms:courier.courierTypes.bicycle') })
      await tap(shop.button('forms:send'))
      await expect(page.getByText(t('allowed:phone'))).toBeVisible()
      await expect(page).toHaveURL(/\/ru\/become-a-courier#wrong-phone$/)
      // What was written is still there, one step back.
      await page.goBack()
      await page.getByLabel(t('forms:phone'), { exact: true }).fill('091 234567')
      await expect(page.getByLabel(t('forms:firstName'), { exact: true })).toHaveValue('Ани')
      await tap(shop.button('forms:send'))
      await expect(page.getByRole('heading', { name: t('forms:sent') })).toBeVisible()
      await expect(shop.button('forms:send')).toBeHidden()
    })

    test('somebody asks to sell at the market (phone)', async ({ page, shop, t }) => {
      await shop.open('/become-a-partner')
      await page.getByLabel(t('forms:partner.companyName'), { exact: true }).fill('Севан')
      await page.getByLabel(t('forms:partner.companyType'), { exact: true }).selectOption({ label: t('forms:partner.companyTypes.C2') })
      await page.getByLabel(t('forms:firstName'), { exact: true }).fill('Ани')
      await page.getByLabel(t('forms:lastName'), { exact: true }).fill('Саргсян')
      await page.getByLabel(t('forms:phone'), { exact: true }).fill('091 234568')
      await page.getByLabel(t('forms:email'), { exact: true }).fill('ani@mail.am')
      await tap(shop.button('forms:send'))
      await expect(page.getByRole('heading', { name: t('forms:sent') })).toBeVisible()
    })
  })
})
