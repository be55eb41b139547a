import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as favourites from '#contract/favourites/calls.ts'
import type { FavouritesQuery } from '#contract/favourites/calls.ts'
import * as auth from '#contract/auth/calls.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { importChanged } from '#tests/support/market-copy.ts'
import { refused } from '#tests/support/shopping.ts'

let api: TestApi
let me: Client
let tolma: number
let wine: number

beforeAll(async () => {
  api = await startApi()
  tolma = await api.product(1, 'PLAIN')
  wine = await api.product(1, 'ADULT')
})
afterAll(() => api.close())
beforeEach(async () => {
  me = await api.person()
})
afterEach(() => {
  expect(api.errors).toEqual([])
})

const addSupplier = (supplierId: number, client = me) => client.call(favourites.addSupplier, { body: { supplierId } })
const addArticle = (articleId: number, client = me) => client.call(favourites.addArticle, { body: { articleId } })
const list = (query: Partial<FavouritesQuery> = {}, client = me) => client.call(favourites.list, { query })
const names = async (query: Partial<FavouritesQuery> = {}) => (await list(query)).items.map(({ name }) => name)

describe('favourites', () => {
  test('are kept once, the newest first, with their cards, by type, kind and word', async () => {
    expect(await addSupplier(1)).toEqual({ type: 'supplier', id: 1 })
    api.clock.advance(1_000)
    await addSupplier(4)
    await addSupplier(4)
    api.clock.advance(1_000)
    expect(await addArticle(tolma)).toEqual({ type: 'article', id: tolma })
    const { items, totalCount } = await list()
    expect(totalCount).toBe(3)
    expect(items).toMatchObject([
      { type: 'article', id: tolma, name: 'Tolma', kind: 'restaurant', isGone: false, article: { id: tolma, price: 1000 } },
      { type: 'supplier', id: 4, kind: 'shop', isGone: false, supplier: { id: 4, open: { status: 0 } } },
      { type: 'supplier', id: 1, name: 'Always Open', kind: 'restaurant', addedAt: expect.stringMatching(/\+04:00$/) as string }
    ])
    expect(await names({ type: 'supplier' })).toHaveLength(2)
    expect(await names({ type: 'restaurant' })).toEqual(['Always Open'])
    expect(await names({ type: 'article' })).toEqual(['Tolma'])
    expect(await names({ SupplierType: 3 })).toEqual([items[1]?.name])
    expect(await names({ SupplierType: 2 })).toEqual(['Tolma', 'Always Open'])
    expect(await names({ term: 'միշտ' })).toEqual(['Always Open'])
    expect(await names({ term: 'TOLM' })).toEqual(['Tolma'])
    for (const term of ['толма', 'tolna', 'njkvf', 'տոլմայի']) expect(await names({ term }), term).toEqual(['Tolma'])
    for (const term of ['misht bac', 'фдцфны', 'alwais opn']) expect(await names({ term }), term).toEqual(['Always Open'])
    expect(await names({ term: 'pizza' })).toEqual([])
    expect(await names({ term: '%' })).toEqual([])
    expect(await list({ take: 1, skip: 1 })).toMatchObject({ totalCount: 3, items: [{ id: 4 }] })
  })

  test('belong to the person: nobody else sees or removes them', async () => {
    await addSupplier(1)
    const other = await api.person()
    expect(await list({}, other)).toEqual({ items: [], totalCount: 0 })
    expect(await refused(other.call(favourites.remove, { params: { id: 1 }, query: { type: 'supplier' } }))).toMatchObject({ code: 404 })
    expect((await list()).totalCount).toBe(1)
    expect(await me.call(favourites.remove, { params: { id: 1 }, query: { type: 'restaurant' } })).toEqual({ removed: true })
    expect((await list()).totalCount).toBe(0)
  })

  test('a supplier and a product of one number are told apart by the type', async () => {
    await addSupplier(tolma <= 8 ? tolma : 1)
    await addArticle(tolma)
    await me.call(favourites.remove, { params: { id: tolma }, query: { type: 'article' } })
    expect((await list()).items).toMatchObject([{ type: 'supplier' }])
  })

  test('ask guests to sign in, and refuse what is not there', async () => {
    const guest = api.guest()
    expect(await refused(addSupplier(1, guest))).toMatchObject({ code: 401, type: 'UNAUTHORIZED' })
    expect(await refused(list({}, guest))).toMatchObject({ code: 401 })
    expect(await refused(addSupplier(999_999))).toMatchObject({ code: 421, type: 'SUPPLIER_NOT_FOUND' })
    expect(await refused(addArticle(2_000_000_000))).toMatchObject({ code: 422, type: 'ARTICLE_NOT_FOUND' })
    expect(await refused(addSupplier(0.5))).toMatchObject({ code: 400, field: 'supplierId' })
    expect((await me.raw('GET', '/favorites?type=spaceship')).envelope.code).toBe(400)
    expect((await me.raw('GET', '/favorites?take=100000')).envelope.code).toBe(200)
    expect(await refused(me.call(favourites.remove, { params: { id: 1 }, query: {} }))).toMatchObject({ code: 404 })
  })

  test('pressed in many tabs at once is one, and 500 are enough', async () => {
    await Promise.all(Array.from({ length: 8 }, () => addSupplier(2)))
    expect((await list()).totalCount).toBe(1)
    // Whatever columns there are: many like one of those that are there.
    const made = await rowsOf<{ id: number }>(
      api.engine.db,
      sql`insert into products select (jsonb_populate_record(p, jsonb_build_object('id', nextval('products_id_seq'), 'code', 'MANY-' || n))).*
        from products p, generate_series(1, 499) n where p.id = ${tolma}::int returning id`
    )
    await api.engine.db.insert(schema.favourites).values(made.map(({ id }) => ({ userId: me.userId ?? 0, productId: id })))
    expect(await refused(addArticle(tolma))).toMatchObject({ code: 400, field: 'favorites' })
    expect(await addSupplier(2)).toEqual({ type: 'supplier', id: 2 })
  })

  test('goods for adults stay masked and are not found by their name until the person is confirmed', async () => {
    await addArticle(wine)
    expect((await list()).items).toMatchObject([{ name: '18+', picture: '🔞', article: { name: '18+', adult: true } }])
    expect(await names({ term: 'wine' })).toEqual([])
    await me.call(auth.change, { body: { isAdult: true } })
    expect(await names({ term: 'wine' })).toEqual(['Red wine'])
  })

  test('what left the market is said to be gone, can be removed and comes back with it', async () => {
    await addSupplier(1)
    api.clock.advance(1_000)
    await addArticle(tolma)
    await importChanged(api.engine, {
      'always-open/products.csv': (text) =>
        text
          .split('\n')
          .filter((line) => !line.startsWith('PLAIN,'))
          .join('\n')
    })
    expect((await list()).items).toMatchObject([
      { id: tolma, name: 'Tolma', isGone: true, article: null },
      { id: 1, isGone: false }
    ])
    expect(await refused(addArticle(tolma, await api.person()))).toMatchObject({ code: 422 })
    await api.engine.db.update(schema.suppliers).set({ withdrawnAt: new Date() }).where(eq(schema.suppliers.id, 1))
    api.kernel.directory.invalidate()
    expect((await list()).items).toMatchObject([{ isGone: true }, { id: 1, name: 'Always Open', isGone: true, supplier: null }])
    await importChanged(api.engine, {})
    api.kernel.directory.invalidate()
    expect((await list()).items).toMatchObject([{ isGone: false }, { isGone: false }])
    await me.call(favourites.remove, { params: { id: tolma }, query: { type: 'article' } })
    expect((await list()).totalCount).toBe(1)
  })
})
