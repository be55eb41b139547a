import { randomBytes } from 'node:crypto'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import * as baskets from '#contract/baskets/calls.ts'
import type { Basket } from '#contract/baskets/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import type { ProductCard } from '#contract/catalogue/calls.ts'
import { createCaller, type Call } from '#client/call.ts'
import { ANONYMOUS_COOKIE } from '#domain/constants.ts'
import { supplierPath } from '#domain/enums.ts'
import { snapshotOf } from '#stores/baskets/snapshot.ts'
import { median, type Row } from './rows.ts'
import { openSpeedBrowser, showWhole } from './speed-browser.ts'
import { longestInteraction, onceSeen, type Sight } from './tap-watch.ts'

/** Chromium's own "Fast 4G": milliseconds an answer, bytes a second. */
const FAST_4G = {
  offline: false,
  latency: 165,
  downloadThroughput: 1_012_500,
  uploadThroughput: 168_750,
  connectionType: 'cellular4g'
} as const
const SLOWER = 4
const [FIRST, LATER, INTERACTION] = [700, 100, 200]
const MAX_MINUTES = 2
const TURNS = 3

/** What is tapped, and what is to be seen then. */
interface Tap {
  what: string
  path: string
  first: [press: string, seen: Sight]
  /** The same again, with other goods. */
  later: [press: string, seen: Sight]
  /** Undoes the tap, so that the later one starts from the page. */
  undo?: string
}
interface Measured {
  first: number
  later: number
  interaction: number
}

/** Somebody's basket with two products, and what their browser remembers of it. */
const newBasket = async (callAs: (id: string) => Call, products: readonly ProductCard[]): Promise<{ id: string; basket: Basket }> => {
  const id = randomBytes(16).toString('hex')
  const call = callAs(id)
  for (const { id: productId, minimumPurchase } of products) await call(baskets.add, { body: { productId, quantity: minimumPurchase } })
  return { id, basket: await call(baskets.get, { query: { sessionId: id } }) }
}

const tapsOf = async (call: Call): Promise<{ taps: Tap[]; inBasket: ProductCard[] }> => {
  const menuOf = async (name: string): Promise<{ path: string; items: ProductCard[] }> => {
    const supplier = await call(catalogue.supplierByAlias, { params: { name } })
    const { items } = await call(catalogue.products, { query: { supplierId: supplier.id, take: 200 } })
    return { path: supplierPath(supplier.kind, supplier.alias), items }
  }
  const [store, kitchen] = [await menuOf('nrneni'), await menuOf('beef-bak')]
  const plain = store.items.filter(({ adult, hasOptions, stock, unitId }) => !adult && !hasOptions && stock === null && unitId === 1)
  const choosy = kitchen.items.filter(({ hasOptions }) => hasOptions)
  const [one, two, three] = plain
  const [dish, other] = choosy
  if (!one || !two || !three || !dish || !other) throw new Error('the demo market has too few products to tap on')
  const card = ({ id }: ProductCard): string => `[data-product="${id}"]`
  const lines: Sight = { in: 'dialog[open] li', text: one.name }
  const added = (product: ProductCard): Sight => ({ in: `${card(product)} output`, text: '1' })
  const readable = ({ name }: ProductCard): Sight => ({ in: 'dialog[open]', text: name, also: '֏' })
  const basketButton = '.bottom [data-basket-open]'
  const close = 'dialog[open] header button'
  return {
    inBasket: [one, two],
    taps: [
      { what: 'basket lines visible', path: store.path, first: [basketButton, lines], later: [basketButton, lines], undo: close },
      {
        what: 'product added',
        path: store.path,
        first: [`${card(two)} [data-add]`, added(two)],
        later: [`${card(three)} [data-add]`, added(three)]
      },
      {
        what: 'product sheet readable',
        path: kitchen.path,
        first: [`${card(dish)} [data-add]`, readable(dish)],
        later: [`${card(other)} [data-add]`, readable(other)],
        undo: close
      }
    ]
  }
}

/** A slow phone on a slow line. */
export const slowDown = async (session: CDPSession): Promise<void> => {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', FAST_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}

/** Milliseconds from the finger's touch to the frame that shows it. */
export const timed = async (page: Page, [press, sight]: Tap['first']): Promise<number> => {
  const target = page.locator(press).first()
  await target.scrollIntoViewIfNeeded()
  const seen = page.evaluate(onceSeen, sight)
  await target.tap()
  return seen
}

const measure = async (context: BrowserContext, url: string, tap: Tap): Promise<Measured> => {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await showWhole(session)
  await session.send('Network.clearBrowserCache')
  await slowDown(session)
  await page.goto(url + tap.path)
  await page.waitForLoadState('networkidle')
  await page.evaluate(longestInteraction)
  const first = await timed(page, tap.first)
  await page.waitForLoadState('networkidle')
  const later: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    if (turn > 0 && !tap.undo) break
    if (tap.undo) {
      await page.locator(tap.undo).first().tap()
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
    }
    later.push(await timed(page, tap.later))
    await page.waitForLoadState('networkidle')
  }
  const interaction = await page.evaluate(longestInteraction)
  await page.close()
  return { first, later: median(later), interaction }
}

/** Tap to result on a slow phone, for a first and for a later tap, on the shop at `url` with the demo market in it. */
export const tapRows = async (url: string, turns = TURNS): Promise<Row[]> => {
  const callAs = (id: string): Call => createCaller({ locale: 'hy', base: `${url}/api`, fetch, sessionId: () => id })
  const { taps, inBasket } = await tapsOf(callAs(''))
  const found = new Map<string, Measured[]>(taps.map(({ what }) => [what, []]))
  const until = Date.now() + MAX_MINUTES * 60_000
  for (let turn = 0; turn < turns && Date.now() < until; turn += 1) {
    for (const tap of taps) {
      const browser = await openSpeedBrowser()
      try {
        if (tap.what.startsWith('basket')) {
          const { id, basket } = await newBasket(callAs, inBasket)
          await browser.context.addCookies([{ name: ANONYMOUS_COOKIE, value: id, url }])
          await browser.context.addInitScript((mirror) => localStorage.setItem('root:basket', mirror), JSON.stringify(snapshotOf(basket)))
        }
        found.get(tap.what)?.push(await measure(browser.context, url, tap))
      } finally {
        await browser.close()
      }
    }
  }
  const row = (what: string, goal: number, times: readonly number[]): Row => {
    const figure = median(times)
    return { what, goal: `<= ${goal} ms`, figure: `${figure.toFixed(0)} ms`, met: figure <= goal }
  }
  return [
    ...taps.flatMap(({ what }) => {
      const times = found.get(what) ?? []
      return [
        row(
          `${what}, first time`,
          FIRST,
          times.map(({ first }) => first)
        ),
        row(
          `${what}, later`,
          LATER,
          times.map(({ later }) => later)
        )
      ]
    }),
    row(
      'interaction to next paint, longest of all taps',
      INTERACTION,
      taps
        .map(({ what }) => median((found.get(what) ?? []).map(({ interaction }) => interaction)))
        .toSorted((a, b) => b - a)
        .slice(0, 1)
    )
  ]
}
