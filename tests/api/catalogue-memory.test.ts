import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as catalogue from '#contract/catalogue/calls.ts'
import type { Menu } from '#contract/catalogue/calls.ts'
import { SUPPLIER_TYPE } from '#domain/enums.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { importChanged } from '#tests/support/market-copy.ts'
import { setProduct } from '#tests/support/shopping.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const OPEN = 1
const menuOf = (supplierId: number, rest: { take?: number; skip?: number } = {}): Promise<Menu> =>
  api.guest().call(catalogue.products, { query: { supplierId, ...rest } })
const product = (menu: Menu, code: string) => menu.items.find((item) => item.code === code)

describe('a menu that is kept', () => {
  test('tells the stock of this moment, of the product it belongs to', async () => {
    const before = await menuOf(OPEN)
    expect([product(before, 'TEN')?.stock, product(before, 'PLAIN')?.stock, product(before, 'GONE')?.stock]).toEqual([10, null, 0])
    await setProduct(api, product(before, 'TEN')?.id ?? 0, { stock: 7 })
    const after = await menuOf(OPEN)
    expect(after).toEqual({ ...before, items: before.items.map((item) => (item.code === 'TEN' ? { ...item, stock: 7 } : item)) })
    await setProduct(api, product(before, 'TEN')?.id ?? 0, { stock: 10 })
  })

  test('is another for each language, and masks products for adults for whoever is not confirmed', async () => {
    const names = async (locale: 'hy' | 'ru', isAdult: string) => {
      const reply = await api
        .guest(locale)
        .raw<Menu>('GET', `/products?supplierId=${OPEN}`, { headers: { Cookie: `buy_is_adult=${isAdult}` } })
      return [reply.envelope.data?.items[0]?.name, reply.envelope.data?.items.find(({ code }) => code === 'ADULT')?.name]
    }
    expect(await names('hy', '0')).toEqual(['Տոլմա', '18+'])
    expect(await names('ru', '0')).toEqual(['Толма', '18+'])
    expect(await names('ru', '1')).toEqual(['Толма', 'Красное вино'])
  })

  test('comes in parts that make the whole, across departments', async () => {
    const whole = await menuOf(OPEN)
    const parts = await Promise.all([0, 3, 6, 9].map((skip) => menuOf(OPEN, { skip, take: 3 })))
    expect(parts.flatMap(({ items }) => items)).toEqual(whole.items)
    expect(parts.map(({ totalCount }) => totalCount)).toEqual([8, 8, 8, 8])
  })
})

describe('an import', () => {
  test('renews the supplier it changed, and no other', async () => {
    const before = await api.kernel.directory.read()
    await menuOf(OPEN)
    const result = await importChanged(api.engine, {
      'always-open/products.csv': (text) => text.replace(',1000,,piece', ',1100,,piece')
    })
    expect(result).toMatchObject({ changed: 1, added: 0, withdrawn: 0, otherChanges: 0 })
    api.kernel.directory.invalidate()
    const after = await api.kernel.directory.read()
    const renewed = after.suppliers.filter((supplier) => before.byId.get(supplier.id) !== supplier)
    expect(renewed.map(({ id }) => id)).toEqual([OPEN])
    expect(product(await menuOf(OPEN), 'PLAIN')?.price).toBe(1100)
  })

  test('that takes products away takes them out of the menu at once', async () => {
    await importChanged(api.engine, {
      'always-open/products.csv': (text) => text.split('\n').slice(0, 4).join('\n')
    })
    api.kernel.directory.invalidate()
    expect((await menuOf(OPEN)).items.map(({ code }) => code)).toEqual(['PLAIN', 'TEN', 'WEIGHED'])
    await importChanged(api.engine, {})
    api.kernel.directory.invalidate()
    expect((await menuOf(OPEN)).totalCount).toBe(8)
  })
})

describe('lists', () => {
  test('of deals show the best of every supplier, then the second best of each', async () => {
    const discount = (text: string, code: string, percent: number): string =>
      text.replace(new RegExp(`^(${code},(?:[^,]*,){7}\\d+,)\\d*`, 'm'), `$1${percent}`)
    await importChanged(api.engine, {
      'always-open/products.csv': (text) => discount(discount(text, 'TEN', 30), 'THREE', 25),
      'day-time/products.csv': (text) => discount(discount(text, 'P1', 10), 'P2', 40)
    })
    api.kernel.directory.invalidate()
    const { items, totalCount, isMore } = await api.guest().call(catalogue.listing, { query: { dc: true } })
    expect(items.map(({ code }) => code)).toEqual(['P2', 'TEN', 'THREE', 'P1', 'SALE'])
    expect([totalCount, isMore]).toEqual([5, undefined])
    const page = await api.guest().call(catalogue.listing, { query: { dc: true, skip: 1, take: 2 } })
    expect(page.items.map(({ code }) => code)).toEqual(['TEN', 'THREE'])
  })

  test('follow the clock: whoever closes goes behind those that are open', async () => {
    const restaurants = async () => {
      const { items } = await api.guest().call(catalogue.suppliers, { query: { type: SUPPLIER_TYPE.restaurant } })
      return items.map(({ alias, open }) => ({ alias, open: open.status === 0 }))
    }
    const atNoon = await restaurants()
    expect(atNoon.find(({ alias }) => alias === 'day-time')?.open).toBe(true)
    const noon = api.clock.now()
    api.clock.advance(13 * 3_600_000)
    const atNight = await restaurants()
    expect(atNight.find(({ alias }) => alias === 'day-time')?.open).toBe(false)
    expect(atNight.map(({ open }) => open)).toEqual(atNight.map(({ open }) => open).sort((a, b) => Number(b) - Number(a)))
    api.clock.set(noon)
    expect(await restaurants()).toEqual(atNoon)
  })

  test('count exactly up to ten thousand, and then say that there are more', async () => {
    const count = async () => {
      const { totalCount, isMore } = await api.guest().call(catalogue.listing, { query: { term: 'gata', take: 1 } })
      return [totalCount, isMore ?? false]
    }
    expect(await count()).toEqual([1, false])
    const copies = async (from: number, to: number) => {
      await api.engine.db
        .execute(sql`insert into products (supplier_id, code, department_id, name, base_price, price, unit_id, labels, picture,
          option_group_ids, position, search_text)
        select p.supplier_id, 'COPY-' || n, p.department_id, p.name, p.base_price, p.price, p.unit_id, p.labels, p.picture, p.option_group_ids, n,
          p.search_text from products p, generate_series(${from}::int, ${to}::int) n where p.code = 'TEN'`)
      await api.engine.db.execute(sql`insert into events (kind, payload) values ('catalogue.changed', '{}')`)
      api.kernel.directory.invalidate()
    }
    // On a busy machine the search goes on with what it had while so many names are read.
    await copies(1, 9_999)
    await expect.poll(count).toEqual([10_000, false])
    await copies(10_000, 10_000)
    await expect.poll(count).toEqual([10_000, true])
  })
})
