import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as sitemap from '#contract/sitemap/calls.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('the site is told by address: sections, suppliers, campaigns, and nothing personal', async () => {
  const site = await api.guest().call(sitemap.overview)
  expect(site.pages).toEqual(
    expect.arrayContaining(['/', '/restaurants', '/restaurants?category=armenian', '/picks/find-gift', '/brands/sari-kat', '/about-us'])
  )
  expect(new Set(site.pages).size).toBe(site.pages.length)
  expect(site.pages.filter((path) => /account|checkout|buy-it-again|picks\/gift-cards/.test(path))).toEqual([])
  expect(site.suppliers).toContain('/restaurants/always-open')
  expect(site.campaigns).toContain('/campaigns/card-cashback')
  expect(site.productPieces).toEqual([1])
})

test('a piece holds the products that are on the market, goods for adults apart', async () => {
  const before = await api.guest().call(sitemap.products, { params: { piece: 1 } })
  const [milk, wine] = await Promise.all([api.product(902, 'MILK'), api.product(1, 'ADULT')])
  expect(before.ids).toContain(milk)
  expect(before.ids).not.toContain(wine)
  expect(before.ids).toEqual(before.ids.toSorted((a, b) => a - b))
  const { products } = schema
  await api.engine.db.update(products).set({ withdrawnAt: new Date() }).where(eq(products.id, milk))
  expect((await api.guest().call(sitemap.products, { params: { piece: 1 } })).ids).not.toContain(milk)
  expect(await api.guest().call(sitemap.products, { params: { piece: 2 } })).toEqual({ ids: [] })
})

test.each(['0', '-1', 'x', '100001', '1.5'])('the piece %s is refused', async (piece) => {
  expect((await api.guest().raw('GET', `/sitemap/products/${piece}`)).status).toBe(400)
})
