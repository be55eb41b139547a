import type { Browser, Locator } from '@playwright/test'
import { visit } from '#tests/support/e2e/audit/person.ts'
import { createCheckout } from '#tests/support/e2e/checkout.ts'
import { ALWAYS_OPEN, createMarket } from '#tests/support/e2e/market.ts'
import { createShop } from '#tests/support/e2e/shop.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'
import { DEFAULT_LIMIT } from '#domain/orders/group-order.ts'

const PHONE = { viewport: { width: 375, height: 780 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as const
const MOST = { initiator: 8, member: 6 }

/** Somebody signed in on a phone of their own, whose taps are counted. */
const personOn = async (browser: Browser, baseURL: string) => {
  const context = await browser.newContext({ ...PHONE, baseURL })
  await visit(context, baseURL, { signedIn: true, withAddress: true })
  const page = await context.newPage()
  const shop = createShop(page, 'en')
  const taps: string[] = []
  const press = async (target: Locator): Promise<void> => {
    taps.push((await target.first().textContent()) ?? '')
    await tap(target)
  }
  const panel = page.getByRole('dialog', { name: new RegExp(`^${shop.t('group:panel.title')}`) })
  const opensPanel = async (): Promise<void> => {
    await press(page.getByRole('button', { name: new RegExp(`^${shop.t('frame:viewBasket')}`) }))
    await press(
      page.getByRole('dialog', { name: shop.t('basket:title'), exact: true }).getByRole('button', { name: shop.t('basket:group') })
    )
    await expect(panel).toBeVisible()
  }
  return {
    context,
    page,
    shop,
    taps,
    press,
    panel,
    opensPanel,
    checkout: createCheckout(shop),
    market: createMarket(context.request, 'en')
  }
}
type Someone = Awaited<ReturnType<typeof personOn>>

inLanguage('en', () => {
  test('five people order together within a limit, in a few taps each (phone)', async ({ browser, baseURL, t }) => {
    const origin = baseURL ?? ''
    const initiator = await personOn(browser, origin)
    const { shop } = initiator
    const hotDog = await initiator.market.product(ALWAYS_OPEN.burgers, '3003')
    const adds = async ({ press, shop: own }: Someone): Promise<void> => {
      await press(own.button('product:add', { name: hotDog.name }))
      await expect(own.saying(t('basket:said.added', { name: hotDog.name }))).toHaveText(t('basket:said.added', { name: hotDog.name }))
    }
    await shop.open(hotDog.soldAt)
    await initiator.press(shop.button('supplier:group'))
    await initiator.press(shop.dialog(t('group:start.title')).getByRole('button', { name: t('group:start.go') }))
    const share = shop.dialog(t('group:share.title'))
    const link = await share.getByRole('textbox', { name: t('group:share.link') }).inputValue()
    await initiator.press(share.getByRole('button', { name: t('group:share.choose') }))
    await adds(initiator)

    const members: Someone[] = []
    for (let count = 0; count < 4; count += 1) {
      const member = await personOn(browser, origin)
      members.push(member)
      await member.page.goto(link)
      const invitation = member.page.getByRole('dialog').filter({ hasText: t('group:invite.limit', { price: shop.money(DEFAULT_LIMIT) }) })
      await member.press(invitation.getByRole('button', { name: t('group:invite.join') }))
      await member.press(member.shop.dialog(t('group:conf.title')).getByRole('button', { name: t('group:conf.join') }))
      await member.page.waitForURL((url) => !url.searchParams.has('groupHash'))
      await adds(member)
      await member.opensPanel()
      const spent = { spent: shop.money(hotDog.price), limit: shop.money(DEFAULT_LIMIT) }
      await expect(member.panel).toContainText(t('group:panel.spent', spent))
      await member.press(member.panel.getByRole('button', { name: t('group:panel.ready') }))
      await expect(member.panel.getByRole('button', { name: t('group:panel.again') })).toBeVisible()
      expect(member.taps.length, member.taps.join(', ')).toBeLessThanOrEqual(MOST.member)
    }

    await initiator.press(shop.button('supplier:group'))
    await expect(initiator.panel).toContainText(t('group:panel.people', { count: 5 }))
    // Everybody is ready, so nothing is asked.
    await initiator.press(initiator.panel.getByRole('button', { name: t('group:panel.lock') }))
    await initiator.press(initiator.panel.getByRole('link', { name: t('group:panel.toCheckout') }))
    const { items } = await initiator.checkout.parts()
    expect(items).toBe(hotDog.price * 5)
    await initiator.press(await initiator.checkout.orderButton())
    await initiator.page.waitForURL(/\/account\/orders\/\d+|\/simulator\//)
    expect(initiator.taps.length, initiator.taps.join(', ')).toBeLessThanOrEqual(MOST.initiator)
    for (const { page } of members) await expect(page.getByRole('dialog').filter({ hasText: t('group:end.placed') })).toBeVisible()
    for (const { context } of [initiator, ...members]) await context.close()
  })
})
