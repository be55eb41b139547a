import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'

inLanguage('ru', () => {
  test('somebody orders, reads about it, and chooses how else to be told (phone)', async ({
    page,
    shop,
    market,
    person,
    checkout,
    orders,
    t
  }) => {
    await person.adds(await market.product(ALWAYS_OPEN.burgers, '3003'))
    await person.signsIn()
    await checkout.open()
    await checkout.typesAddress()
    await checkout.orders()
    await expect(orders.progress()).toBeVisible()
    const number = /\d+$/.exec(new URL(page.url()).pathname)?.[0] ?? ''
    const told = page.getByRole('link', { name: t('letters:order.confirmed.title', { number }) })
    await expect(async () => {
      await shop.open('/account/notifications')
      await expect(told).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await shop.button('account:notifications.settings').click()
    const settings = shop.dialog(t('account:notifications.settings'))
    const confirmation = settings.getByRole('group', { name: t('account:notifications.topic.confirmation') })
    // Somebody with a phone alone is told by it; mail is for who has an address.
    await expect(confirmation.getByRole('checkbox', { name: t('account:notifications.channel.sms') })).toBeChecked()
    await expect(confirmation.getByRole('checkbox', { name: t('account:notifications.channel.email') })).toBeDisabled()
    await expect(settings.getByText(t('account:notifications.missing.email'))).toBeVisible()
    await confirmation.getByRole('checkbox', { name: t('account:notifications.channel.call') }).check()
    await settings.getByRole('checkbox', { name: t('account:notifications.promotion') }).check()
    const news = settings.getByRole('group', { name: t('account:notifications.topic.news') })
    const kept = page.waitForResponse(
      (answer) => answer.request().method() === 'PATCH' && (answer.request().postData() ?? '').includes('news')
    )
    await news.getByRole('checkbox', { name: t('account:notifications.channel.sms') }).check()
    await kept
    await page.keyboard.press('Escape')
    await expect(settings).toBeHidden()
    await shop.open('/account/notifications/settings')
    for (const [topic, channel] of [
      ['confirmation', 'call'],
      ['news', 'sms']
    ] as const) {
      const group = page.getByRole('group', { name: t(`account:notifications.topic.${topic}`) })
      await expect(group.getByRole('checkbox', { name: t(`account:notifications.channel.${channel}`) })).toBeChecked()
    }
    await shop.open('/account/notifications')
    // The order goes on meanwhile, and each step of it is one more to read.
    const readAll = shop.button('account:notifications.readAll')
    await expect(async () => {
      if (await readAll.isVisible()) await readAll.click({ timeout: 1_000 })
      await expect(page.getByText(t('account:notifications.allRead'))).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await told.click()
    await expect(orders.progress()).toBeVisible()
  })
})
