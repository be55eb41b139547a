import { afterAll, beforeAll, expect, test } from 'vitest'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as products from '#contract/products/calls.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { importChanged } from '#tests/support/market-copy.ts'
import { refused } from '#tests/support/shopping.ts'

const BRAND = 'sari-kat'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
  await importChanged(api.engine, {
    'paper-bag/products.csv': (text) => text.replace('sari-kat,', ','),
    '../market.yaml': (text) => text.replace(/^.*key: sari-kat.*\n/m, ''),
    '../home.yaml': (text) => text.replaceAll(/^.*brands: \[sari-kat\].*\n/gm, '')
  })
  api.kernel.directory.invalidate()
})
afterAll(() => api.close())

test('a brand that has left the market says so, by key and where links still narrow by it', async () => {
  const { call } = api.guest()
  expect((await call(products.brands)).map(({ key }) => key)).not.toContain(BRAND)
  const f = `b-${BRAND}`
  for (const asked of [
    () => call(products.brand, { params: { id: BRAND }, query: {} }),
    () => call(products.filter, { params: { id: 2 }, query: { f } }),
    () => call(products.filters, { params: { id: 2 }, query: { brand: BRAND } }),
    () => call(catalogue.listing, { query: { f } })
  ])
    expect(await refused(asked())).toMatchObject({ code: 478, type: 'BRAND_NOT_ACTIVE' })
})
