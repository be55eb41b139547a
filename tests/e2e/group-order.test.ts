import type { BrowserContext, Page } from '@playwright/test'
import { localePath, type Locale } from '#domain/locale.ts'
import { violationsOf } from '#tests/support/e2e/audit/axe.ts'
import { visit, type Wanted } from '#tests/support/e2e/audit/person.ts'
import { createBasket } from '#tests/support/e2e/basket.ts'
import { ALWAYS_OPEN, createMarket } from '#tests/support/e2e/market.ts'
import { createPerson } from '#tests/support/e2e/person.ts'
import { createShop } from '#tests/support/e2e/shop.ts'
import { expect, inLanguage, test } from '#tests/support/e2e/stories.ts'
import { tap } from '#tests/support/e2e/tap.ts'

const withoutHash = (url: URL): boolean => !url.searchParams.has('groupHash')

/** What axe finds in the open dialog, in a window that shows all of it: what is scrolled under its footer has no background to measure. */
const faultsIn = async (page: Page): Promise<string[]> => {
  const { width, height } = page.viewportSize() ?? { width: 375, height: 780 }
  await page.setViewportSize({ width, height: 2000 })
  const faults = await violationsOf(page, 'dialog')
  await page.setViewportSize({ width, height })
  return faults
}

/** Somebody else with a browser of their own. */
const another = async (context: BrowserContext, baseURL: string, language: Locale, wanted: Wanted) => {
  await visit(context, baseURL, wanted)
  const page = await context.newPage()
  const shop = createShop(page, language)
  return { page, shop, person: createPerson(shop), basket: createBasket(shop), market: createMarket(context.request, language), t: shop.t }
}

inLanguage('hy', () => {
  test('three people on three devices order together, and the one who started it pays', async ({
    page,
    browser,
    baseURL,
    shop,
    market,
    person,
    comes,
    basket,
    checkout,
    t
  }, { project }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    await comes({ signedIn: true, withAddress: true })
    await shop.open(hotDog.soldAt)
    await tap(shop.button('supplier:group'))
    const start = shop.dialog(t('group:start.title'))
    await tap(start.getByRole('radio', { name: t('group:start.other') }))
    await start.getByRole('textbox', { name: t('group:start.amount') }).fill('12')
    await tap(start.getByRole('radio', { name: t('group:start.hour') }))
    await expect(start.getByRole('combobox', { name: t('group:delivery.where') })).toContainText('Abovyan Street 10')
    // Late in the evening, one slot of today may be left after the list has closed.
    const times = start.getByRole('combobox', { name: t('group:delivery.when') })
    await times.selectOption({ index: 1 })
    const [slot = ''] = /\d\d:\d\d–\d\d:\d\d/.exec((await times.locator('option:checked').textContent()) ?? '') ?? []
    expect(slot).not.toBe('')
    expect(await faultsIn(page)).toEqual([])
    await tap(start.getByRole('button', { name: t('group:start.go') }))
    await expect(start.getByRole('alert').filter({ hasText: '500' })).toBeVisible()
    await start.getByRole('textbox', { name: t('group:start.amount') }).fill(String(hotDog.price * 2))
    await tap(start.getByRole('button', { name: t('group:start.go') }))
    const share = shop.dialog(t('group:share.title'))
    const link = await share.getByRole('textbox', { name: t('group:share.link') }).inputValue()
    expect(link).toContain(`/hy${hotDog.soldAt}?groupHash=`)
    await tap(share.getByRole('button', { name: t('group:share.more') }))
    await expect(shop.dialog(t('group:links.title')).getByRole('img', { name: t('group:links.qr') })).toBeVisible()
    await page.keyboard.press('Escape')
    expect(await faultsIn(page)).toEqual([])
    await tap(share.getByRole('button', { name: t('group:share.choose') }))
    await person.adds(hotDog)

    // A member on a desk who reads Russian: the same link in the own language.
    const desk = await browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce', baseURL: baseURL ?? '' })
    const davit = await another(desk, baseURL ?? '', 'ru', { signedIn: true })
    await davit.page.goto(link.replace('/hy/', '/ru/'))
    const invitation = davit.shop.dialog(davit.t('group:invite.title', { name: 'Անի' }))
    await expect(invitation).toContainText(davit.t('group:invite.limit', { price: davit.shop.money(hotDog.price * 2) }))
    await expect(invitation).toContainText(slot)
    await tap(invitation.getByRole('button', { name: davit.t('group:invite.join') }))
    const naming = davit.shop.dialog(davit.t('group:conf.title'))
    await naming.getByRole('textbox', { name: davit.t('group:conf.name') }).fill('Давид')
    await tap(naming.getByRole('button', { name: davit.t('group:conf.join') }))
    await davit.page.waitForURL(withoutHash)
    const russian = await davit.market.product(ALWAYS_OPEN.burgers, '3003')
    await davit.person.adds(russian)
    const column = await davit.basket.place()
    await tap(column.locator('.button-brand', { hasText: davit.t('basket:group') }))
    const panel = davit.page.getByRole('dialog', { name: new RegExp(`^${davit.t('group:panel.title')}`) })
    await expect(panel).toContainText(
      davit.t('group:panel.spent', { spent: davit.shop.money(hotDog.price), limit: davit.shop.money(hotDog.price * 2) })
    )
    await expect(panel).toContainText(davit.t('group:panel.closes', { time: '' }).trim())
    await expect(panel).toContainText('Abovyan Street 10')
    await expect(panel).toContainText(slot)
    expect(await faultsIn(davit.page)).toEqual([])
    await tap(panel.getByRole('button', { name: davit.t('group:panel.ready') }))
    await expect(panel.getByRole('button', { name: davit.t('group:panel.again') })).toBeVisible()

    // The initiator's panel, which can take members out.
    await tap(shop.button('supplier:group'))
    const own = page.getByRole('dialog', { name: new RegExp(`^${t('group:panel.title')}`) })
    await expect(own.getByRole('button', { name: t('group:panel.remove', { name: 'Давид' }) })).toBeVisible()
    // It is to come as soon as everybody has chosen, which the others see at once.
    const change = own.getByRole('button', { name: t('group:delivery.change') })
    await tap(change)
    await tap(own.getByRole('button', { name: t('group:delivery.keep') }))
    await expect(change).toBeFocused()
    await tap(change)
    await expect(own.getByRole('region', { name: t('group:delivery.change') })).toBeFocused()
    await own.getByRole('combobox', { name: t('group:delivery.when') }).selectOption({ index: 0 })
    if (project.name === 'desk') expect(await faultsIn(page)).toEqual([])
    await page.route('**/api/orders/group/delivery', (route) => route.abort())
    await tap(own.getByRole('button', { name: t('group:delivery.save') }))
    await expect(own.getByRole('alert').filter({ hasText: t('states:failedText') })).toBeVisible()
    await page.unroute('**/api/orders/group/delivery')
    await tap(own.getByRole('button', { name: t('group:delivery.save') }))
    await expect(panel).toContainText(davit.t('group:delivery.soon'))
    await expect(own).toContainText(t('group:delivery.soon'))
    // A phone's window does not grow: what is scrolled there is looked at on a desk.
    if (project.name === 'desk') expect(await faultsIn(page)).toEqual([])
    await page.keyboard.press('Escape')

    // Another one who was not asked to hurry, with a basket of their own.
    const phone = await browser.newContext({
      viewport: { width: 375, height: 780 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
      baseURL: baseURL ?? ''
    })
    const mariam = await another(phone, baseURL ?? '', 'en', { signedIn: true, products: [{ id: hotDog.id, quantity: 1 }] })
    await mariam.page.goto(link.replace('/hy/', '/en/'))
    const invited = mariam.shop.dialog(mariam.t('group:invite.title', { name: 'Անի' }))
    await expect(invited).toContainText(mariam.t('group:invite.empties'))
    await tap(invited.getByRole('button', { name: mariam.t('group:invite.join') }))
    await tap(
      mariam.shop.dialog(mariam.t('modals:confirm.joinGroup.title')).getByRole('button', { name: mariam.t('modals:confirm.joinGroup.yes') })
    )
    await mariam.page.waitForURL(withoutHash)
    await mariam.person.adds(await mariam.market.product(ALWAYS_OPEN.burgers, '3003'))
    await tap(mariam.shop.button('supplier:group'))
    const marias = mariam.page.getByRole('dialog', { name: new RegExp(`^${mariam.t('group:panel.title')}`) })
    await expect(marias).toContainText(mariam.shop.money(hotDog.price))

    // The initiator sees both, does not wait for the second, and orders.
    await tap((await basket.open()).locator('.button-brand', { hasText: t('basket:group') }))
    const group = page.getByRole('dialog', { name: new RegExp(`^${t('group:panel.title')}`) })
    const davits = group.getByRole('listitem').filter({ hasText: 'Давид' }).last()
    await expect(davits).toContainText(t('group:panel.isReady'))
    await expect(davits).toContainText(shop.money(hotDog.price))
    await expect(group).toContainText(t('group:panel.people', { count: 3 }))
    // What a member chose is taken off, and the member is told.
    await tap(group.getByRole('button', { name: t('group:panel.removeLine', { item: hotDog.name, name: 'Անի' }) }))
    const question = shop.dialog(t('modals:confirm.removeLine.title', { name: hotDog.name }))
    await tap(question.getByRole('button', { name: t('modals:confirm.removeLine.yes') }))
    const taken = mariam.t('group:said.taken', { names: (await mariam.market.product(ALWAYS_OPEN.burgers, '3003')).name })
    await expect(marias.getByText(taken).first()).toBeVisible()
    expect(await faultsIn(mariam.page)).toEqual([])
    await tap(group.getByRole('button', { name: t('group:panel.lock') }))
    const readiness = shop.dialog(t('group:readiness.title'))
    await expect(readiness.getByRole('listitem')).toHaveText([/Անի/])
    await tap(readiness.getByRole('button', { name: t('group:readiness.remind') }))
    await expect(readiness.getByRole('button', { name: t('group:readiness.reminded') })).toBeDisabled()
    await tap(readiness.getByRole('button', { name: t('group:readiness.goOn') }))
    await expect(panel).toContainText(davit.t('group:panel.lockedMember', { name: 'Անի' }))
    await tap(group.getByRole('link', { name: t('group:panel.toCheckout') }))
    await checkout.pays('cash')
    const number = await checkout.orders()
    expect(Number(number)).toBeGreaterThan(0)
    await expect(page.getByRole('main')).toContainText(hotDog.name)
    await expect(davit.shop.dialog(davit.t('group:end.placed'))).toContainText(davit.t('orders:step1'))
    await expect(davit.shop.dialog(davit.t('group:end.placed'))).toContainText(davit.t('group:end.arrives'))
    await tap(davit.shop.dialog(davit.t('group:end.placed')).getByRole('button', { name: davit.t('group:problem.ok') }))
    expect(await davit.page.evaluate(() => localStorage['root:groupOrder'])).toContain('"hash":""')
    await desk.close()
    await phone.close()
  })
})

inLanguage('en', () => {
  test('who starts a group order without an address finds one in between, and nothing that was chosen is lost', async ({
    page,
    shop,
    market,
    comes,
    t
  }) => {
    const hotDog = await market.product(ALWAYS_OPEN.burgers, '3003')
    await comes({ signedIn: true })
    await shop.open(hotDog.soldAt)
    await tap(shop.button('supplier:group'))
    const start = shop.dialog(t('group:start.title'))
    await tap(start.getByRole('radio', { name: t('group:start.payerAll') }))
    await tap(start.getByRole('button', { name: t('group:delivery.add') }))
    const search = shop.dialog(t('address:title'))
    await search.getByRole('combobox', { name: t('address:search') }).fill('Abovyan 12')
    await tap(search.getByRole('option').first())
    await tap(search.getByRole('button', { name: t('address:use') }))
    await expect(search).toHaveCount(0)
    await expect(start.getByRole('combobox', { name: t('group:delivery.where') })).toContainText('12')
    await expect(start.getByRole('radio', { name: t('group:start.payerAll') })).toBeChecked()
    await tap(start.getByRole('button', { name: t('group:start.go') }))
    await tap(shop.dialog(t('group:share.title')).getByRole('button', { name: t('group:share.choose') }))
    await tap(shop.button('supplier:group'))
    await expect(page.getByRole('dialog', { name: new RegExp(`^${t('group:panel.title')}`) })).toContainText('12 Abovyan Street')
  })

  test('a guest who opens the link may look around, and comes back to it after signing in; one that cannot be joined is explained', async ({
    page,
    browser,
    baseURL,
    shop,
    market,
    person,
    t
  }) => {
    const { soldAt, supplier } = await market.product(ALWAYS_OPEN.burgers, '3003')
    const context = await browser.newContext({ baseURL: baseURL ?? '' })
    const { call } = await visit(context, baseURL ?? '', { signedIn: true })
    const groupOrders = await import('#contract/group-orders/calls.ts')
    const { hash } = await call(groupOrders.create, {
      body: { supplierId: supplier.id, limit: 99_999_999, groupOrderType: 1, participantName: 'Gohar' }
    })
    const invitation = shop.dialog(t('group:invite.title', { name: 'Gohar' }))
    await shop.open(`${soldAt}?groupHash=${hash}`)
    await expect(invitation).toContainText(t('group:invite.noLimit'))
    await tap(invitation.getByRole('button', { name: t('group:invite.look') }))
    await expect(page).toHaveURL(localePath('en', soldAt))

    await shop.open(`${soldAt}?groupHash=${hash}`)
    await tap(invitation.getByRole('button', { name: t('group:invite.signIn') }))
    await person.introducesThemself()
    await tap(invitation.getByRole('button', { name: t('group:invite.join') }))
    await tap(shop.dialog(t('group:conf.title')).getByRole('button', { name: t('group:conf.join') }))
    await page.waitForURL(withoutHash)
    // Whoever opens the link of the own group order sees that.
    await shop.open(`${soldAt}?groupHash=${hash}`)
    const panel = page.getByRole('dialog', { name: new RegExp(`^${t('group:panel.title')}`) })
    await expect(panel.getByRole('listitem').filter({ hasText: 'Gohar' }).last()).toBeVisible()
    await expect(page).toHaveURL(localePath('en', soldAt))
    await tap(panel.getByRole('button', { name: t('group:panel.leave') }))
    await tap(shop.dialog(t('modals:confirm.leaveGroup.title')).getByRole('button', { name: t('modals:confirm.leaveGroup.yes') }))
    await expect(panel).toHaveCount(0)

    await call(groupOrders.cancel)
    await shop.open(`${soldAt}?groupHash=${hash}`)
    await tap(invitation.getByRole('button', { name: t('group:invite.join') }))
    await tap(shop.dialog(t('group:conf.title')).getByRole('button', { name: t('group:conf.join') }))
    const problem = shop.dialog(t('group:problem.title'))
    await expect(problem).toContainText(t('codes:GROUP_ORDER_IMPOSSIBLE_TO_JOIN_closed' as 'codes:GROUP_ORDER_IMPOSSIBLE_TO_JOIN'))
    await expect(page).toHaveURL(localePath('en', soldAt))
    await shop.open(`${soldAt}?groupHash=AAAAAAAAAAAAAAAAAAAAAA`)
    await expect(problem).toContainText(t('codes:GROUP_ORDER_NOT_FOUND'))
    await expect(page).toHaveURL(localePath('en', soldAt))
    await context.close()
  })
})
