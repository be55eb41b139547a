import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import * as geo from '#contract/geo/calls.ts'
import * as profile from '#contract/profile/calls.ts'
import { EMPTY_FIELDS, fromAddress, fromSuggestion } from '#stores/addresses/address-form.ts'
import { startApi, type Client, type TestApi } from '../support/api.ts'
import { openCheckout } from '../support/checkout-tab.ts'
import { add, addAddress } from '../support/shopping.ts'
import { createStorage } from '../support/tab.ts'

let api: TestApi
let plain = 0
let storage: ReturnType<typeof createStorage>
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
})
afterAll(() => api.close())
beforeEach(() => {
  storage = createStorage()
})

const found = async (client: Client, term: string) => {
  const [first] = await client.call(geo.suggest, { query: { term } })
  if (!first) throw new Error(`nothing found for ${term}`)
  return fromSuggestion(first)
}

describe('a guest', () => {
  test('chooses an address, signs in, and goes on with it', async () => {
    const client = api.guest()
    await add(client, plain, 2)
    const page = await openCheckout(client)
    expect(page.$obstacles.get().map(({ kind }) => kind)).toEqual(['signIn', 'address'])
    const { fields, picked } = await found(client, 'Abovyan 12')
    expect(await page.saveAddress({ fields: { ...fields, apartment: '7' }, picked })).toBe('saved')
    expect(JSON.parse(storage.values['buy-addresses'] ?? '')).toMatchObject([{ city: 'Yerevan', apartment: '7' }])
    expect(page.$draft.get()?.settling, 'the price shown is still that of no address').toBe(true)
    await page.tab.pass()
    expect(page.$draft.get()?.settling).toBe(false)
    expect(page.$obstacles.get().map(({ kind }) => kind)).toEqual(['signIn'])
    expect(page.$draft.get()?.basket.deliveryPrice).toEqual({ total: 400, isEstimate: false })

    await client.call(auth.sendCode, { body: { type: 'phone', contact: '+37491000777' } })
    const body = { type: 'phone', contact: '+37491000777', pin: await api.code('+37491000777'), firstName: 'Ani' } as const
    page.enterSession(await client.call(auth.register, { body }))
    await page.tab.pass()
    const saved = await page.call(profile.addresses)
    expect(saved).toMatchObject([{ apartment: '7', defaultShippingAddress: true, firstName: 'Ani', phone: '+37491000777' }])
    expect(page.$chosenAddress.get()?.id).toBe(saved[0]?.id)
    expect(JSON.parse(storage.values['buy-addresses'] ?? '[]')).toEqual([])
    expect(page.$obstacles.get()).toEqual([])
    await page.placeOrder()
    expect(page.tab.went).toHaveLength(1)
  })

  test('has each place once, the newest first', async () => {
    const client = api.guest()
    const page = await openCheckout(client)
    for (const term of ['Abovyan 12', 'Tumanyan 8', 'Abovyan 12']) await page.saveAddress(await found(client, term))
    expect(page.$guestAddresses.get().map(({ street }) => street)).toEqual(['12 Abovyan Street', '8 Tumanyan Street'])
    expect(page.$chosenAddress.get()?.address.street).toBe('12 Abovyan Street')
    page.forgetGuestAddresses()
    expect([page.$guestAddresses.get(), page.$chosenAddress.get()]).toEqual([[], null])
    expect(JSON.parse(storage.values['root:place'] ?? '{}')).toMatchObject({ title: '', latitude: null })
  })
})

test("what the account does not take stands in nobody's way", async () => {
  const client = await api.person()
  const moon = { street: 'Sea of Tranquility 1', city: 'Moon', latitude: 0.67, longitude: 23.47 }
  storage.values['buy-addresses'] = JSON.stringify([moon, { street: 'Abovyan 12', city: 'Yerevan', latitude: 40.1811, longitude: 44.5136 }])
  const page = await openCheckout(client)
  await page.tab.pass()
  expect(page.$addresses.get()).toMatchObject({ state: 'ready', list: [{ street: 'Abovyan 12' }] })
  expect(page.$guestAddresses.get()).toEqual([])
})

describe('who delivers there', () => {
  const kapan = { lat: 39.207, lng: 46.406 }
  const yerevan = { lat: 40.1811, lng: 44.5136 }

  test('is asked for the supplier of the page and those in the basket, once for each place', async () => {
    const client = api.guest()
    await add(client, plain, 2)
    const page = await openCheckout(client)
    const { askReach } = await import('#stores/addresses/delivery-reach.ts')
    const [there, here] = (await askReach({ points: [kapan, yerevan], supplier: null })) ?? []
    expect(there).toMatchObject({ somebody: false, missing: [expect.any(String)] })
    expect(here).toEqual({ somebody: true, missing: [] })
    const asked = (): number => page.tab.requests.filter((request) => request === 'GET /geo/reach').length
    await askReach({ points: [kapan, yerevan], supplier: 1 })
    expect(asked()).toBe(1)
    await askReach({ points: [kapan], supplier: 1, onlyTown: true })
    expect(asked()).toBe(2)
  })

  test('is not said when no answer comes, and asked again', async () => {
    const page = await openCheckout(api.guest())
    const { askReach } = await import('#stores/addresses/delivery-reach.ts')
    page.tab.isOnline = false
    expect(await askReach({ points: [kapan], supplier: null })).toBeNull()
    page.tab.isOnline = true
    expect(await askReach({ points: [kapan], supplier: null })).toEqual([{ somebody: false, missing: [] }])
  })
})

describe('by hand', () => {
  const typed = { ...EMPTY_FIELDS, city: 'Yerevan', street: 'abovyan', house: '14' }

  test('a known street gets its place on the map', async () => {
    const client = await api.person()
    const page = await openCheckout(client)
    expect(await page.saveAddress({ fields: typed, picked: null })).toBe('saved')
    const [saved] = await client.call(profile.addresses)
    expect(saved).toMatchObject({ street: '14 abovyan', city: 'Yerevan', title: '14 abovyan' })
    expect(saved?.latitude).toBeCloseTo(40.18, 1)
  })

  test('every town of Armenia can be written, and a street that more towns have than a list can name is found in the right one', async () => {
    const client = await api.person()
    const page = await openCheckout(client)
    const towns = await page.loadTowns()
    expect(towns.map(({ name }) => name)).toEqual(expect.arrayContaining(['Yerevan', 'Kapan', 'Dastakert']))
    const vayk = towns.find(({ name }) => name === 'Vayk')
    const fields = { ...typed, city: 'Vayk', street: 'Shahumyan Street', house: '5' }
    expect(await page.saveAddress({ fields, picked: null })).toBe('saved')
    const [saved] = await client.call(profile.addresses)
    expect(saved).toMatchObject({ city: 'Vayk', street: '5 Shahumyan Street', zipcode: '3801' })
    expect(saved?.latitude).toBeCloseTo(vayk?.lat ?? 0, 1)
  })

  test('a point on the map of another city is left for what is written', async () => {
    const client = await api.person()
    const page = await openCheckout(client)
    const kapan = { street: '', city: 'Kapan', latitude: 39.203, longitude: 46.407 }
    const picked = { place: kapan, exact: false, line: '', pinned: true }
    expect(await page.saveAddress({ fields: { ...typed, street: 'Qqqwzx xzwqq' }, picked })).toBe('unknown')
    expect(await page.saveAddress({ fields: typed, picked })).toBe('saved')
    const [saved] = await client.call(profile.addresses)
    expect(saved?.latitude).toBeCloseTo(40.18, 1)
  })

  test('an unknown one is saved when the person insists', async () => {
    const client = await api.person()
    const page = await openCheckout(client)
    const fields = { ...typed, street: 'Qqqwzx xzwqq' }
    expect(await page.saveAddress({ fields, picked: null })).toBe('unknown')
    expect(await client.call(profile.addresses)).toEqual([])
    expect(await page.saveAddress({ fields, picked: null, anyway: true })).toBe('saved')
    expect(await client.call(profile.addresses)).toMatchObject([{ street: '14 Qqqwzx xzwqq' }])
  })
})

describe('the address book', () => {
  test('changes one without making it the default, and makes one the default when asked', async () => {
    const client = await api.person()
    const first = await addAddress(client)
    const second = await addAddress(client, { lat: 40.19, lng: 44.52 })
    const page = await openCheckout(client)
    const ids = (): number[] => {
      const addresses = page.$addresses.get()
      return addresses.state === 'ready' ? addresses.list.map(({ id }) => id) : []
    }
    expect(ids()).toEqual([second, first])
    const addresses = page.$addresses.get()
    const old = addresses.state === 'ready' ? addresses.list.find(({ id }) => id === first) : undefined
    if (!old) throw new Error('the first address is listed')
    const { fields, picked } = fromAddress(old)
    await page.saveAddress({ fields: { ...fields, comment: 'Blue door' }, picked, id: first })
    expect(ids()).toEqual([second, first])
    expect(page.$chosenAddress.get()?.id).toBe(first)
    await page.makeDefault(first)
    expect(ids()).toEqual([first, second])
    expect(await client.call(profile.addresses)).toMatchObject([
      { id: first, comment: 'Blue door', defaultShippingAddress: true },
      { id: second, defaultShippingAddress: false }
    ])
  })

  test('keeps the only address, with the words of 450', async () => {
    const client = await api.person()
    const only = await addAddress(client)
    const page = await openCheckout(client)
    await expect(page.removeAddress(only)).rejects.toMatchObject({
      type: 'LAST_DEFAULT_ADDRESS',
      code: 450,
      message: expect.stringMatching(/only address/)
    })
    const other = await addAddress(client, { lat: 40.19, lng: 44.52 })
    await page.loadAddresses()
    page.chooseAddress({ ...(await client.call(profile.addresses))[0], id: other } as never)
    await page.removeAddress(other)
    expect(page.$chosenAddress.get()?.id).toBe(only)
  })
})
