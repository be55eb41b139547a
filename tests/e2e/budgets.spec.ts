import { expect, type Page, type TestInfo } from '@playwright/test'
import { localePath } from '#domain/locale.ts'
import { getTranslator } from '#i18n/translate.ts'
import { ACCOUNT, AFTER_ADDING, AFTER_ADDING_WITH_HEARTS, BUDGETS, MAP, PERSONAL, over } from '../support/e2e/audit/budgets.ts'
import { weigh, type Weight } from '../support/e2e/audit/bytes.ts'
import { test, type Comes } from '../support/e2e/audit/fixtures.ts'
import type { Market } from '../support/e2e/audit/market.ts'
import { openAddressSearch, openMap } from '../support/e2e/audit/modals.ts'
import { PAGE_KINDS, pageKind, type Budgeted, type KindName } from '../support/e2e/audit/page-kinds.ts'
import { openSettled } from '../support/e2e/audit/page-watch.ts'
import { addressIn, SCENES } from '../support/e2e/audit/scenes.ts'

const VISITORS = [
  { who: 'guest', wanted: () => ({}) },
  { who: 'guest with a basket', wanted: ({ plain }: Market) => ({ products: [{ id: plain.id, quantity: 2 }] }) },
  { who: 'signed in', wanted: () => ({ signedIn: true, withAddress: true }) },
  {
    who: 'signed in with a basket',
    wanted: ({ plain }: Market) => ({ signedIn: true, withAddress: true, products: [{ id: plain.id, quantity: 2 }] })
  }
] as const

const note = ({ annotations }: TestInfo, what: string, { script, markup }: Weight): void =>
  void annotations.push({ type: 'bytes', description: `${what}: script ${script}, HTML and CSS ${markup}` })

/** Everything a fresh visitor of this path downloads without touching it. */
const weighed = async (page: Page, path: string): Promise<Weight> => {
  const weight = weigh(page)
  await openSettled(page, path)
  await page.waitForLoadState('networkidle')
  return weight()
}

const BUDGETED = PAGE_KINDS.filter((name) => !/guest|gallery|not found/.test(name))
/** One page of each sort: looked at as every visitor and in every language. */
const CHOSEN: readonly KindName[] = [
  'home',
  'listing of restaurant',
  'supermarket',
  'product with options',
  'delivery-and-payment',
  'campaign'
]

/** A desk shows the basket beside, from the same scripts: the visitors with the least and the most are enough there. */
const onDesk = (name: KindName, who: string): boolean => CHOSEN.includes(name) && (who === 'guest' || who === 'signed in with a basket')

for (const name of BUDGETED) {
  for (const { who, wanted } of CHOSEN.includes(name) ? VISITORS : VISITORS.slice(0, 1)) {
    test(`bytes: ${name}, ${who}${onDesk(name, who) ? '' : ' (phone)'}`, async ({ page, market, comes }, info) => {
      await comes(wanted(market))
      const { path, group } = pageKind(name, market)
      const weight = await weighed(page, path)
      if (who.endsWith('basket')) await expect(page.locator('[data-basket-count]').filter({ visible: true }).first()).toHaveText('2')
      note(info, name, weight)
      expect(over(weight, BUDGETS[group as Budgeted])).toEqual([])
    })
  }
}

for (const name of CHOSEN) {
  test(`bytes: ${name}, other languages (phone)`, async ({ browser, market, baseURL }, info) => {
    for (const locale of ['en', 'ru'] as const) {
      const context = await browser.newContext({ baseURL: baseURL ?? '' })
      const { path, group } = pageKind(name, market)
      const weight = await weighed(await context.newPage(), localePath(locale, path))
      await context.close()
      note(info, `${name} ${locale}`, weight)
      expect(over(weight, BUDGETS[group as Budgeted])).toEqual([])
    }
  })
}

const addAndOpen = async (page: Page, comes: Comes, wanted: Parameters<Comes>[0], market: Market): Promise<Weight> => {
  await comes(wanted)
  const t = getTranslator('hy')
  const weight = weigh(page)
  await openSettled(page, pageKind('supermarket', market).path)
  await page.getByRole('button', { name: t('product:add', { name: market.others[0].name }), exact: true }).click()
  await expect(page.getByRole('group', { name: market.others[0].name, exact: true }).first()).toBeVisible()
  await page
    .getByRole('button', { name: new RegExp(t('frame:basket')) })
    .filter({ visible: true })
    .first()
    .click()
  await expect(page.getByRole('link', { name: new RegExp(t('basket:checkout')) }).filter({ visible: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  return weight()
}

for (const { who, wanted } of VISITORS) {
  test(`bytes: a product added and the basket opened, ${who}`, async ({ page, market, comes }, info) => {
    const weight = await addAndOpen(page, comes, wanted(market), market)
    note(info, 'after adding', weight)
    expect(over(weight, { script: who.startsWith('signed in') ? AFTER_ADDING_WITH_HEARTS : AFTER_ADDING })).toEqual([])
  })
}

test('bytes: the map, which comes only when it is opened (phone)', async ({ page }, info) => {
  const t = getTranslator('hy')
  await openSettled(page, '/about-us')
  await openAddressSearch(page)
  await page.getByRole('button', { name: t('address:onMap') }).waitFor()
  await page.waitForLoadState('networkidle')
  const weight = weigh(page)
  await openMap(page, t)
  await page.waitForLoadState('networkidle')
  const added = await weight()
  note(info, 'the map', added)
  expect(added.scripts.join()).toContain('MapPicker')
  expect(added.script + added.markup).toBeLessThanOrEqual(MAP)
})

for (const scene of SCENES.filter(({ name }) => /checkout|order|address|account/.test(name) && !/bank/.test(name))) {
  test(`bytes: ${scene.name}`, async ({ page, market, comes }, info) => {
    const path = await scene.prepare(await comes(scene.wanted(market)))
    const weight = weigh(page)
    await openSettled(page, addressIn('hy', path))
    const total = await weight()
    note(info, scene.name, total)
    expect(over(total, { script: path.startsWith('/account') ? ACCOUNT : PERSONAL })).toEqual([])
  })
}
