import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as info from '#contract/info/calls.ts'
import * as baskets from '#contract/baskets/calls.ts'
import { createCaller } from '#client/call.ts'
import { ANONYMOUS_COOKIE, LOCALE_COOKIE } from '#domain/constants.ts'
import { LISTING_PATH, SUPPLIER_KINDS, SUPPLIER_TYPE, supplierPath } from '#domain/enums.ts'
import { LOCALES, localePath } from '#domain/locale.ts'
import { openPglite } from '#server/db/engine.ts'
import { schema } from '#server/db/schema.ts'
import { copyDataFolder } from '#tests/support/prepared-data.ts'
import { newPerson, type ShopClient } from '#tests/support/shop-client.ts'
import { freePort, startShop, type Shop } from '#tests/support/shop-process.ts'

/** A brand that has left the market: links to it stay in the world. */
const LEFT_BRAND = 'former'
const PLAIN_PAGES = [
  ...['/', '/categories', '/campaigns', '/about-us', '/delivery-and-payment', '/privacy-policy', '/public-offer', '/gallery'],
  ...[
    '/checkout',
    '/account',
    '/account/orders',
    '/account/addresses',
    '/account/personal',
    '/account/security',
    '/reset-password',
    '/account/orders/100001',
    '/nothing-of-that-name',
    `/brands/${LEFT_BRAND}`
  ]
]
let shop: Shop
let people: [ShopClient, ShopClient]
let paths: string[] = []

/** Every page there is, found as a visitor's program would find it. */
const allPages = async (): Promise<string[]> => {
  const call = createCaller({ fetch: (input, init) => fetch(shop.url + input, init), locale: 'hy' })
  const { items: suppliers } = await call(catalogue.suppliers, { query: { type: SUPPLIER_TYPE.all, take: 200 } })
  const menus = await Promise.all(suppliers.map(({ id }) => call(catalogue.products, { query: { supplierId: id, take: 200 } })))
  const campaigns = await call(info.campaigns)
  const categories = await call(catalogue.categories, { query: { type: 'all' } })
  const all = [
    ...PLAIN_PAGES,
    ...SUPPLIER_KINDS.map((kind) => LISTING_PATH[kind]),
    ...['?open=1', '?sort=4', '?page=2', `?category=${categories[0]?.key ?? ''}`].map((query) => `/restaurants${query}`),
    ...suppliers.map(({ kind, alias }) => supplierPath(kind, alias)),
    ...menus.flatMap(({ items }) => items.map(({ id }) => `/products/${id}`)),
    ...campaigns.map(({ slug }) => `/campaigns/${slug}`)
  ]
  return LOCALES.flatMap((locale) => all.map((path) => localePath(locale, path)))
}

beforeAll(async () => {
  const data = copyDataFolder()
  const { db, close } = await openPglite(data)
  await db.insert(schema.brands).values({ key: LEFT_BRAND, name: { hy: 'Նախկին', en: 'Former', ru: 'Бывший' }, active: false })
  await close()
  shop = await startShop({ PORT: String(await freePort()), DATA_DIR: data })
  people = [await newPerson(() => shop.url, '+37491100001'), await newPerson(() => shop.url, '+37491100002')]
  paths = await allPages()
  const [someone] = people
  const menu = await someone.call(catalogue.products, { query: { supplierId: 902 } })
  const water = menu.items.find(({ code }) => code === 'WATER')
  const { itemsCount } = await someone.call(baskets.add, { body: { productId: water?.id ?? 0, quantity: 1 } })
  expect(itemsCount).toBe(1)
})
afterAll(async () => {
  await shop.end()
})

const visit = async (path: string, who: ShopClient | null) => {
  const headers: Record<string, string> = who
    ? {
        Cookie: `${ANONYMOUS_COOKIE}=${who.anonymousId}; ${LOCALE_COOKIE}=hy; buy_is_adult=1`,
        Authorization: `Bearer ${who.token() ?? ''}`,
        'Session-Id': who.anonymousId,
        'Not-For-Minors': '1'
      }
    : {}
  const answer = await fetch(shop.url + path, { headers, redirect: 'manual' })
  const { date: _date, ...kept } = Object.fromEntries(answer.headers)
  return { status: answer.status, headers: kept, body: await answer.text() }
}

/** Suppliers open and close with a full minute: three visits are made within one. */
const withinAMinute = async (): Promise<void> => {
  const past = Date.now() % 60_000
  const waitMs = (past > 57_000 ? 60_500 : 500) - past
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
}

describe('pages', () => {
  test('are the same bytes for a guest and for two people who are signed in, whoever comes first', async () => {
    expect(paths.length).toBeGreaterThan(100)
    const [one, other] = people
    const visitors = [one, null, other] as const
    for (const [index, path] of paths.entries()) {
      const order = [0, 1, 2].map((turn) => visitors[(turn + index) % 3] ?? null)
      await withinAMinute()
      const [first, ...rest] = [
        await visit(path, order[0] ?? null),
        await visit(path, order[1] ?? null),
        await visit(path, order[2] ?? null)
      ]
      for (const answer of rest) expect(answer, path).toEqual(first)
      expect([200, 302, 404], path).toContain(first?.status)
      expect(first?.headers['set-cookie'], path).toBeUndefined()
      expect(
        Object.keys(first?.headers ?? {}).filter((name) => name.startsWith('x-cache')),
        path
      ).toEqual([])
      for (const person of people)
        expect(first?.body.includes(person.anonymousId) || first?.body.includes(person.token() ?? ''), path).toBe(false)
    }
    expect(shop.output()).not.toMatch(/ error /)
  })

  test('hold no script and no style that their own policy refuses, and vouch for no other', async () => {
    for (const path of paths.filter((each) => !/products\/\d*[1-9]$/.test(each))) {
      const { headers, body, status } = await visit(path, null)
      if (status === 302) continue
      const policy = headers['content-security-policy'] ?? ''
      const found = ['script', 'style'].map((tag) =>
        [...body.matchAll(new RegExp(`<${tag}([^>]*)>([\\s\\S]*?)</${tag}`, 'g'))]
          // What machines read of a page is data and runs nowhere.
          .filter(([, attributes]) => !/\ssrc=|ld\+json/.test(attributes ?? ''))
          .map(([, , text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`)
      )
      const named = ['script', 'style'].map((tag) =>
        [...(new RegExp(`${tag}-src ([^;]*)`).exec(policy)?.[1] ?? '').matchAll(/'sha256-[^']+'/g)].map(String)
      )
      expect(
        named.map((hashes) => hashes.toSorted()),
        path
      ).toEqual(found.map((hashes) => [...new Set(hashes)].toSorted()))
    }
  })

  test('that are long come whole: every product of a menu once, in its language', async () => {
    const menus = paths.filter((each) => /^\/(en|ru)\/supermarkets\/./.test(each))
    expect(menus.length).toBeGreaterThan(1)
    for (const path of menus) {
      const { body } = await visit(path, null)
      const ids = [...body.matchAll(/data-product="(\d+)"/g)].map(([, id]) => id)
      expect(ids.length, path).toBeGreaterThan(0)
      expect(new Set(ids).size, path).toBe(ids.length)
      expect(body, path).not.toContain('<!--held:')
      expect(body.trimEnd().endsWith('</html>'), path).toBe(true)
    }
  })
})
