import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import * as profile from '#contract/profile/calls.ts'
import type { Address, NewAddress } from '#contract/profile/calls.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'

const ABOVYAN: NewAddress = { street: 'Աբովյան 12', city: 'Երևան', latitude: 40.1826, longitude: 44.5152 }
let api: TestApi
let me: Client

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  me = await api.person()
})
afterEach(() => {
  expect(api.errors).toEqual([])
})

const list = (client = me): Promise<Address[]> => client.call(profile.addresses)
const add = (fields: Partial<NewAddress> = {}, client = me): Promise<Address> =>
  client.call(profile.addAddress, { body: { ...ABOVYAN, ...fields } })
const change = (id: number, fields: Partial<NewAddress>) => me.call(profile.changeAddress, { body: { id, ...fields } })
const remove = (id: number, client = me) => client.call(profile.removeAddress, { params: { id } })
const holders = async (role: 'defaultShippingAddress' | 'defaultBillingAddress') =>
  (await list()).filter((address) => address[role]).map(({ id }) => id)

describe('the default for bringing things', () => {
  const settle = (addressId: number, client = me) => client.call(profile.makeDefault, { body: { addressId } })

  test('moves to the named address; the one for bills stays', async () => {
    const first = await add()
    const second = await add()
    expect((await settle(first.id)).map(({ id, defaultShippingAddress }) => [id, defaultShippingAddress])).toEqual([
      [first.id, true],
      [second.id, false]
    ])
    expect(await holders('defaultBillingAddress')).toEqual([second.id])
    expect((await me.call(auth.me)).defaultAddressId).toBe(first.id)
    expect((await settle(first.id)).map(({ id }) => id)).toEqual([first.id, second.id])
  })

  test("is nobody else's to move", async () => {
    const other = await api.person()
    const theirs = await add({}, other)
    const mine = await add()
    await expect(settle(theirs.id)).rejects.toMatchObject({ type: 'NOT_FOUND', code: 404 })
    await expect(settle(999_999)).rejects.toMatchObject({ type: 'NOT_FOUND' })
    await expect(settle(mine.id, api.guest())).rejects.toMatchObject({ type: 'UNAUTHORIZED' })
    expect(await holders('defaultShippingAddress')).toEqual([mine.id])
  })

  test.each([{}, { addressId: '1' }, { addressId: 0 }, { addressId: 1.5 }, { addressId: null }])('is refused for %o', async (body) => {
    const { status } = await me.raw('PATCH', '/users/address/shipping/default', { body })
    expect(status).toBe(400)
  })
})

describe('a saved address', () => {
  test('has the defaults of the spec', async () => {
    const { firstName, phone } = await me.call(auth.me)
    const address = await add()
    expect(address).toEqual({
      ...ABOVYAN,
      id: expect.any(Number) as number,
      firstName,
      lastName: '',
      salutation: '',
      province: '',
      zipcode: '0001',
      countryId: 57,
      stateId: 57,
      phone,
      title: 'Աբովյան 12',
      addressTitle: '',
      entrance: '',
      floor: 0,
      apartment: '',
      doorCode: '',
      comment: '',
      tin: '',
      defaultBillingAddress: true,
      defaultShippingAddress: true,
      isTemporary: false,
      version: expect.any(String) as string
    })
    expect(await list()).toEqual([address])
    expect(await me.call(auth.me)).toMatchObject({ defaultAddressId: address.id, defaultAddress: { id: address.id } })
  })

  test('keeps what is given, but country and state, which are fixed', async () => {
    const given = {
      ...{ firstName: 'Գոռ', lastName: 'Սարգսյան', salutation: 'պրն', province: 'Շիրակ', zipcode: '3101', phone: '+37493112233' },
      ...{ title: 'Տուն', addressTitle: 'home', entrance: '2', floor: -1, apartment: '14ա', doorCode: '12#', tin: '01234567' },
      ...{ comment: "Զանգը չի աշխատում\n<b>'; drop table addresses; --</b>", isTemporary: true }
    }
    const address = await add({ ...given, phone: '093 11-22-33', countryId: 1, stateId: 2 })
    expect(address).toMatchObject({ ...given, countryId: 57, stateId: 57 })
    expect(await list()).toEqual([address])
  })

  test('is written anew by PUT and changed in part by PATCH', async () => {
    const { id } = await add({ floor: 5, comment: 'բարձր', zipcode: '0010' })
    const changed = await change(id, { street: 'Աբովյան 14', apartment: '3' })
    expect(changed).toMatchObject({ id, floor: 5, comment: 'բարձր', zipcode: '0010', apartment: '3', title: 'Աբովյան 14' })
    expect(await change(id, { title: 'Տուն' })).toMatchObject({ title: 'Տուն' })
    expect(await change(id, { street: 'Աբովյան 16' })).toMatchObject({ title: 'Տուն', street: 'Աբովյան 16' })
    const replaced = await me.call(profile.replaceAddress, { body: { ...ABOVYAN, id, city: 'Գյումրի' } })
    expect(replaced).toMatchObject({ id, city: 'Գյումրի', floor: 0, comment: '', apartment: '', zipcode: '0001', title: 'Աբովյան 12' })
    expect(await list()).toEqual([replaced])
    // Another tab that opened the address before does not overwrite it.
    await expect(me.call(profile.changeAddress, { body: { id, version: changed.version, floor: 2 } })).rejects.toMatchObject({ code: 458 })
    expect(await me.call(profile.changeAddress, { body: { id, version: replaced.version, floor: 2 } })).toMatchObject({ floor: 2 })
  })

  test.each([
    ['Tbilisi', 41.7151, 44.8271],
    ['Tehran', 35.69, 51.39],
    ['the sea', 0, 0],
    ['swapped', 44.5152, 40.1826]
  ])('cannot lie in %s', async (_, latitude, longitude) => {
    await expect(add({ latitude, longitude })).rejects.toMatchObject({ type: 'INVALID_ADDRESS', code: 462 })
    const { id } = await add()
    await expect(change(id, { latitude, longitude })).rejects.toMatchObject({ type: 'INVALID_ADDRESS' })
    expect(await list()).toMatchObject([{ id, latitude: ABOVYAN.latitude }])
  })
})

describe('the default address', () => {
  test('is the newest that wants to be, and stands first', async () => {
    const first = await add()
    const second = await add({ street: 'Թումանյան 5' })
    const third = await add({ street: 'Սարյան 7', defaultShippingAddress: false, defaultBillingAddress: false })
    expect((await list()).map(({ id }) => id)).toEqual([second.id, third.id, first.id])
    await change(first.id, { defaultShippingAddress: true })
    expect((await list()).map(({ id }) => id)).toEqual([first.id, third.id, second.id])
    expect(await holders('defaultShippingAddress')).toEqual([first.id])
    expect(await holders('defaultBillingAddress')).toEqual([second.id])
  })

  test('is always somebody: the first one whatever it wants, and a holder until another takes it', async () => {
    const none = { defaultShippingAddress: false, defaultBillingAddress: false }
    const first = await add(none)
    expect(first).toMatchObject({ defaultShippingAddress: true, defaultBillingAddress: true })
    expect(await change(first.id, none)).toMatchObject({ defaultShippingAddress: true })
    await add(none)
    expect(await holders('defaultShippingAddress')).toEqual([first.id])
  })

  test('goes to the newest when it is removed, and the last one stays', async () => {
    const none = { defaultShippingAddress: false, defaultBillingAddress: false }
    const first = await add()
    const second = await add(none)
    const third = await add(none)
    expect((await remove(first.id)).map(({ id }) => id)).toEqual([third.id, second.id])
    expect(await holders('defaultBillingAddress')).toEqual([third.id])
    expect((await remove(second.id)).map(({ id }) => id)).toEqual([third.id])
    await expect(remove(third.id)).rejects.toMatchObject({ type: 'LAST_DEFAULT_ADDRESS', code: 450 })
    expect(await list()).toHaveLength(1)
  })

  test('is one, however many are added at once, and no more than fifty are kept', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 55 }, () => add()))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
    await expect(add()).rejects.toMatchObject({ type: 'BAD_REQUEST', field: 'addresses' })
    expect(await list()).toHaveLength(50)
    expect(await holders('defaultShippingAddress')).toHaveLength(1)
    expect(await holders('defaultBillingAddress')).toHaveLength(1)
  })
})

describe('other people', () => {
  test('cannot see, change or remove it, nor make it theirs', async () => {
    const mine = await add()
    const stranger = await api.person()
    const notFound = { type: 'NOT_FOUND', code: 404 }
    expect(await list(stranger)).toEqual([])
    await expect(stranger.call(profile.changeAddress, { body: { id: mine.id, street: 'x' } })).rejects.toMatchObject(notFound)
    await expect(stranger.call(profile.replaceAddress, { body: { ...ABOVYAN, id: mine.id } })).rejects.toMatchObject(notFound)
    await expect(remove(mine.id, stranger)).rejects.toMatchObject(notFound)
    await expect(remove(2_147_483_647)).rejects.toMatchObject(notFound)
    const added = await stranger.raw<Address>('POST', '/user/profile/addresses', { body: { ...ABOVYAN, userId: me.userId, id: mine.id } })
    expect(added.envelope.data?.id).not.toBe(mine.id)
    expect(await list()).toEqual([mine])
  })

  test('guests have none', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH'])
      expect((await api.guest().raw(method, '/user/profile/addresses', method === 'GET' ? {} : { body: ABOVYAN })).status).toBe(401)
    expect((await api.guest().raw('DELETE', '/user/profile/addresses/1')).status).toBe(401)
  })
})

describe('bad input', () => {
  test.each([
    [{ street: '' }, 'street'],
    [{ street: 'x'.repeat(201) }, 'street'],
    [{ city: 5 }, 'city'],
    [{ latitude: 'north' }, 'latitude'],
    [{ latitude: null }, 'latitude'],
    [{ floor: 1.5 }, 'floor'],
    [{ floor: 1e9 }, 'floor'],
    [{ apartment: 'a\u0000b' }, 'apartment'],
    [{ phone: '+7 916 123-45-67' }, 'phone'],
    [{ defaultShippingAddress: 'yes' }, 'defaultShippingAddress']
  ])('%j is refused by the name of its field', async (fields, field) => {
    const { status, envelope } = await me.raw('POST', '/user/profile/addresses', { body: { ...ABOVYAN, ...fields } })
    expect(status).toBe(400)
    expect(envelope.messages[0]).toMatchObject({ type: 'BAD_REQUEST', field })
    expect(await list()).toEqual([])
  })

  test.each(['0', '-1', '1.5', '9999999999', 'abc', "1'--"])('an address is not called %s', async (id) => {
    const { status } = await me.raw('DELETE', `/user/profile/addresses/${encodeURIComponent(id)}`)
    expect(status).toBe(400)
  })
})
