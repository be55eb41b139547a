import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { GROUP_ORDER_TYPE, UNLIMITED } from '#domain/orders/group-order.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { infoOf } from '#tests/support/group.ts'
import { addAddress, GYUMRI, NEAR } from '#tests/support/shopping.ts'
import { openTab } from '#tests/support/tab.ts'

let api: TestApi
let client: Client
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** A page of somebody with two addresses, the second one the default. */
const load = async () => {
  const [first, second] = [await addAddress(client), await addAddress(client, { ...NEAR, lat: NEAR.lat + 0.005 })]
  await openTab({ client, path: '/en/restaurants/always-open' })
  const { startBasket } = await import('#stores/baskets/start.ts')
  const addresses = await import('#stores/addresses/addresses.ts')
  const { $location } = await import('#stores/addresses/location.ts')
  const { startGroup } = await import('#stores/group-orders/start-group.ts')
  const { changeDelivery, loadSlotsOf, withAddress } = await import('#stores/group-orders/delivery.ts')
  await startBasket()
  await addresses.loadAddresses()
  const begin = (wanted: { addressId?: number } = {}) =>
    startGroup({
      supplierId: 1,
      limit: UNLIMITED,
      participantName: 'Ani',
      groupOrderType: GROUP_ORDER_TYPE.PAID_BY_OWNER,
      ...withAddress(wanted)
    })
  return { first, second, addresses, begin, changeDelivery, loadSlotsOf, deliversTo: () => $location.get().addressId }
}

beforeEach(async () => {
  client = api.guest()
  client.cookies.set('buy_anonymous_id', client.anonymousId)
  await api.person({ client })
})

test('a group order comes to the delivery address of the shop, unless another is chosen, which becomes that', async () => {
  const page = await load()
  page.addresses.chooseAddress({ id: page.first, street: 'Abovyan Street 12', city: 'Yerevan', latitude: NEAR.lat, longitude: NEAR.lng })
  expect(await page.begin()).toBeNull()
  expect((await infoOf(client)).delivery.address?.id).toBe(page.first)
  expect(page.deliversTo()).toBe(page.first)
  expect(await page.changeDelivery({ addressId: page.second })).toBeNull()
  expect((await infoOf(client)).delivery.address?.id).toBe(page.second)
  expect(page.deliversTo()).toBe(page.second)
})

test('an address that the restaurant does not reach is refused beside its field, and nothing changes', async () => {
  const page = await load()
  const tooFar = await addAddress(client, GYUMRI)
  await page.addresses.loadAddresses()
  const before = page.deliversTo()
  expect(await page.begin({ addressId: tooFar })).toMatchObject({ type: 'SUPPLIER_TOO_FAR', field: 'addressId' })
  expect(page.deliversTo()).toBe(before)
  expect(await page.loadSlotsOf({ supplierId: 1, addressId: tooFar, inMinutes: 0 })).toEqual([])
})

test('slots are those of today that can be kept, else of the first day that has any', async () => {
  const page = await load()
  const today = await page.loadSlotsOf({ supplierId: 1, addressId: page.first, inMinutes: 0 })
  const later = await page.loadSlotsOf({ supplierId: 1, addressId: page.first, inMinutes: 240 })
  expect(new Set([...today, ...later].map(({ date }) => date))).toEqual(new Set(['2026-11-20']))
  expect(later.length).toBe(today.length - 8)
  // Open in the night only.
  const night = await page.loadSlotsOf({ supplierId: 3, addressId: page.first, inMinutes: 0 })
  expect(night[0]?.from.slice(0, 10)).toMatch(/^2026-11-2[01]$/)
})
