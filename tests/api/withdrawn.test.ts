import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as favourites from '#contract/favourites/calls.ts'
import { importMarket } from '#server/market-import/import-market.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { add, linesOf } from '#tests/support/shopping.ts'
import { ROOT } from '#tests/support/sources.ts'

let api: TestApi
const folders: string[] = []
beforeAll(async () => {
  api = await startApi()
})
afterAll(async () => {
  await api.close()
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** The test market, without one of its suppliers. */
const importWithout = async (alias: string | null): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'shuka-without-'))
  folders.push(folder)
  cpSync(join(ROOT, 'tests/support/market'), folder, { recursive: true })
  if (alias) rmSync(join(folder, 'suppliers', alias), { recursive: true })
  await importMarket(api.engine, folder)
  api.kernel.directory.invalidate()
}

test('a supplier that left the market is said in baskets and favourites, and comes back in both', async () => {
  const me = await api.person()
  const tolma = await api.product(1, 'PLAIN')
  await add(me, tolma, 2)
  await me.call(favourites.addSupplier, { body: { supplierId: 1 } })
  const entry = async () => (await me.call(baskets.get)).basketList.sessionBaskets[0]?.entries[0]
  expect(await entry()).not.toHaveProperty('withdrawn')

  await importWithout('always-open')
  expect(await entry()).toMatchObject({ supplier: { id: 1, name: 'Always Open' }, withdrawn: true, itemsPrice: 0 })
  const basket = await me.call(baskets.get)
  expect(linesOf(basket)).toMatchObject([{ productId: tolma, name: 'Tolma', availability: 'gone' }])
  expect(basket.orderPrice).toBe(0)
  expect((await me.call(favourites.list, { query: {} })).items).toMatchObject([{ name: 'Always Open', isGone: true, supplier: null }])

  await importWithout(null)
  expect(await entry()).not.toHaveProperty('withdrawn')
  expect(linesOf(await me.call(baskets.get))).toMatchObject([{ availability: 'ok', quantity: 2 }])
  expect((await me.call(favourites.list, { query: {} })).items).toMatchObject([{ isGone: false, supplier: { id: 1 } }])

  await importWithout('always-open')
  expect(linesOf(await me.call(baskets.removeUnavailable))).toEqual([])
  expect(api.errors).toEqual([])
})
