import type { Page } from '@playwright/test'
import { IS_FULL } from '#tests/config/full.ts'
import { expect } from '../support/e2e/expect.ts'
import { getTranslator } from '#i18n/translate.ts'
import {
  AFTER_ADDING,
  AFTER_ADDING_WITH_FAVOURITES,
  BUDGETS,
  MAP,
  NOW_AFTER_ADDING,
  NOW_AFTER_ADDING_WITH_FAVOURITES,
  over
} from '../support/e2e/audit/budgets.ts'
import { noteBytes, weigh, type Weight } from '../support/e2e/audit/bytes.ts'
import { test, type Comes } from '../support/e2e/audit/fixtures.ts'
import type { Device } from '../support/e2e/audit/layout.ts'
import type { Market } from '../support/e2e/audit/market.ts'
import { openAddressSearch, openMap } from '../support/e2e/audit/modals.ts'
import { CHOSEN, pageKind, type Budgeted, type KindName } from '../support/e2e/audit/page-kinds.ts'
import { openSettled } from '../support/e2e/audit/page-watch.ts'
import { loadFirst } from '../support/e2e/audit/visit-page.ts'
import { tap } from '../support/e2e/tap.ts'

const VISITORS = [
  { who: 'guest', wanted: () => ({}) },
  { who: 'guest with a basket', wanted: ({ plain }: Market) => ({ products: [{ id: plain.id, quantity: 2 }] }) },
  { who: 'signed in', wanted: () => ({ signedIn: true, withAddress: true }) },
  {
    who: 'signed in with a basket',
    wanted: ({ plain }: Market) => ({ signedIn: true, withAddress: true, products: [{ id: plain.id, quantity: 2 }] })
  }
] as const

// What a guest downloads is weighed where the page is looked at (pages.spec.ts), and what the own pages are in scenes.spec.ts. Here: visitors with
// a past, and what a press brings.

/** Who has the most of what comes with a person. */
const LADEN = 'signed in with a basket'
/** Where: on all devices by `npm run test:full`, else on the one given. */
const on = (device: Device | 'both'): string => (IS_FULL || device === 'both' ? '' : ` (${device})`)
/** A supermarket's page has a column for the basket on a desk alone; the others are alike. */
const DEVICE: Partial<Record<KindName, Device | 'both'>> = { supermarket: 'both', 'listing of restaurant': 'desk', campaign: 'desk' }

for (const name of CHOSEN.filter((kind) => kind !== 'checkout of a guest'))
  for (const { who, wanted } of VISITORS.filter((visitor) => visitor.who === LADEN || (name === 'supermarket' && visitor.who !== 'guest')))
    test(`bytes, and nothing moves: ${name}, ${who}${on(who === LADEN ? (DEVICE[name] ?? 'phone') : 'phone')}`, async ({
      page,
      market,
      comes
    }, info) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await comes(wanted(market))
      const { path, group } = pageKind(name, market)
      const { weight, faults } = await loadFirst(page, path, BUDGETS[group as Budgeted])
      if (who.endsWith('basket')) await expect(page.locator('[data-basket-count]').filter({ visible: true }).first()).toHaveText('2')
      noteBytes(info, `${name}, ${who}`, weight)
      expect(faults).toEqual([])
    })

const addAndOpen = async (page: Page, comes: Comes, wanted: Parameters<Comes>[0], market: Market): Promise<Weight> => {
  await comes(wanted)
  const t = getTranslator('hy')
  const weight = weigh(page)
  await openSettled(page, pageKind('supermarket', market).path)
  await tap(page.getByRole('button', { name: t('product:add', { name: market.others[0].name }), exact: true }))
  await expect(page.getByRole('group', { name: market.others[0].name, exact: true }).first()).toBeVisible()
  await tap(
    page
      .getByRole('button', { name: new RegExp(t('frame:basket')) })
      .filter({ visible: true })
      .first()
  )
  await expect(page.getByRole('link', { name: new RegExp(t('basket:checkout')) }).filter({ visible: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  return weight()
}

for (const { who, wanted } of VISITORS.filter(({ who: one }) => IS_FULL || one === 'guest' || one === LADEN)) {
  test(`bytes: a product added and the basket opened, ${who}${on(who === 'guest' ? 'desk' : 'phone')}`, async ({
    page,
    market,
    comes
  }, info) => {
    const weight = await addAndOpen(page, comes, wanted(market), market)
    noteBytes(info, 'after adding', weight)
    const [budget, now] = who.startsWith('signed in')
      ? [AFTER_ADDING_WITH_FAVOURITES, NOW_AFTER_ADDING_WITH_FAVOURITES]
      : [AFTER_ADDING, NOW_AFTER_ADDING]
    expect(over(weight, { script: budget })).toEqual([])
    expect(await weight.steady(), `the room under the budget is taken: ${weight.scripts.join(', ')}`).toBeLessThanOrEqual(now)
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
  noteBytes(info, 'the map', added)
  expect(added.scripts.join()).toContain('MapPicker')
  expect(added.script + added.markup).toBeLessThanOrEqual(MAP)
})
