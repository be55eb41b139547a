import { randomUUID } from 'node:crypto'
import * as notifications from '#contract/notifications/calls.ts'
import { placeOrder, untilFinal } from '#tests/support/e2e/audit/person.ts'
import { ALWAYS_OPEN } from '#tests/support/e2e/market.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

/** Status of the last notice of an order (section 4 of the spec). */
const DELIVERED = 4

inLanguage('ru', () => {
  test('somebody orders, reads about it, and chooses how else to be told (phone)', async ({ page, shop, market, comes, orders, t }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    const visitor = await comes({ signedIn: true, withAddress: true, products: [{ id: hotDog.id, quantity: 1 }] })
    const { orderNumber: number } = await placeOrder(visitor, 'cash', randomUUID())
    const notice = page.getByRole('link', { name: t('messages:order.confirmed.title', { number }) })
    await expect.poll(async () => (await visitor.call(notifications.list, { query: {} })).totalCount).toBeGreaterThan(0)
    await shop.open('/account/notifications')
    await expect(notice).toBeVisible()
    await tap(shop.button('account:notifications.settings'))
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
    // The order goes on meanwhile, and each step of it is one more to read: until it is delivered.
    await untilFinal(visitor, number)
    const isDelivered = ({ status }: { status: number }): boolean => status === DELIVERED
    await expect.poll(async () => (await visitor.call(notifications.list, { query: {} })).items.some(isDelivered)).toBe(true)
    await shop.open('/account/notifications')
    await tap(shop.button('account:notifications.readAll'))
    await expect(page.getByText(t('account:notifications.allRead'))).toBeVisible()
    await tap(notice)
    await expect(orders.progress()).toBeVisible()
  })
})
