import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import type { PersonChange } from '#contract/auth/calls.ts'
import * as baskets from '#contract/baskets/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { add, linesOf, refused } from '#tests/support/shopping.ts'

let api: TestApi
let wine: number
beforeAll(async () => {
  api = await startApi()
  wine = await api.product(1, 'ADULT')
})
afterAll(() => api.close())
afterEach(() => {
  expect(api.errors).toEqual([])
})

const CONFIRMED = { Cookie: 'buy_is_adult=1' }
const SAYS_ADULT = { 'Not-For-Minors': '1' }
/** Every answer that may show the wine, as text. */
const answers = async (client: Client, headers: Record<string, string> = {}): Promise<string> => {
  const paths = [
    `/products/${wine}`,
    '/products?supplierId=1&take=200',
    '/products/listing?s=1&take=200',
    '/baskets',
    '/baskets/product-suggest',
    '/products?supplierId=1&term=wine',
    '/search?term=wine',
    '/search/supplier?supplierId=1&term=wine'
  ]
  const replies = await Promise.all(paths.map((path) => client.raw('GET', path, { headers })))
  expect(replies.map(({ envelope }) => envelope.code)).toEqual(paths.map(() => 200))
  return JSON.stringify(replies.map(({ envelope }) => envelope.data))
}

describe('the person signed in', () => {
  test('changes what is named and nothing else; bad input changes nothing', async () => {
    const me = await api.person()
    const before = await me.call(auth.me)
    expect(before.isAdult).toBeNull()
    expect(await refused(me.call(auth.change, { body: {} }))).toMatchObject({ code: 400 })
    expect(await me.call(auth.me)).toEqual(before)
    expect(await me.call(auth.change, { body: { lastName: ' Sargsyan ', isAdult: true } })).toEqual({
      ...before,
      lastName: 'Sargsyan',
      isAdult: true
    })
    expect(await me.call(auth.change, { body: { firstName: 'Նարե', languageId: 4, isAdult: false } })).toMatchObject({
      firstName: 'Նարե',
      lastName: 'Sargsyan',
      languageId: 4,
      isAdult: false
    })
    for (const body of [{ firstName: ' ' }, { firstName: 'x'.repeat(61) }, { languageId: 2 }, { isAdult: 'yes' }, { isAdult: null }])
      expect((await me.raw('PUT', '/users', { body })).envelope.code, JSON.stringify(body)).toBe(400)
    // What is not theirs to say is left aside.
    await me.raw('PUT', '/users', { body: { phone: '+37499000000', userClass: 1, id: 1, tin: '12345678' } })
    expect(await me.call(auth.me)).toMatchObject({ id: before.id, phone: before.phone, firstName: 'Նարե' })
    expect(await refused(api.guest().call(auth.change, { body: { isAdult: true } }))).toMatchObject({ code: 401 })
  })
})

describe('a birth date', () => {
  test('answers the question of age when it is told, to the day, unless that is answered besides', async () => {
    const me = await api.person()
    const change = (body: PersonChange) => me.call(auth.change, { body })
    const eighteen = (days: number) => {
      const day = new Date(api.clock.now() + days * 86_400_000 + 4 * 3_600_000).toISOString()
      return `${Number(day.slice(0, 4)) - 18}${day.slice(4, 10)}`
    }
    expect(await change({ firstName: 'Ani' })).toMatchObject({ isAdult: null })
    expect(await change({ birthDate: '1990-05-01' })).toMatchObject({ isAdult: true })
    expect(await change({ birthDate: eighteen(1) })).toMatchObject({ isAdult: false })
    expect(await change({ birthDate: eighteen(0) })).toMatchObject({ isAdult: true })
    expect(await change({ isAdult: false })).toMatchObject({ isAdult: false })
    expect(await change({ birthDate: eighteen(0), lastName: 'Sargsyan' }), 'told again').toMatchObject({ isAdult: false })
    expect(await change({ birthDate: '1990-05-01', isAdult: false })).toMatchObject({ isAdult: false })
    expect(await change({ birthDate: null })).toMatchObject({ isAdult: false })
  })

  test('of a child wins over its answer, until it is corrected', async () => {
    const me = await api.person()
    const change = (body: PersonChange) => me.call(auth.change, { body })
    const child = '2015-05-01'
    const against = { type: 'AGE_AGAINST_BIRTH_DATE', code: 409, field: 'isAdult' }
    expect(await refused(change({ birthDate: child, isAdult: true }))).toMatchObject(against)
    expect(await change({ birthDate: child })).toMatchObject({ isAdult: false })
    expect(await refused(change({ isAdult: true }))).toMatchObject(against)
    expect(await refused(change({ birthDate: child, isAdult: true }))).toMatchObject(against)
    expect(await me.call(auth.me)).toMatchObject({ isAdult: false, birthDate: child })
    expect(await change({ birthDate: '1990-05-01', isAdult: true })).toMatchObject({ isAdult: true })
    expect(await change({ birthDate: null, isAdult: true })).toMatchObject({ isAdult: true })
  })
})

describe('goods for adults', () => {
  test('are masked in every answer to whoever is not confirmed, whatever a header says', async () => {
    const guest = api.guest()
    expect(await answers(guest)).not.toContain('Red wine')
    expect(await answers(guest, SAYS_ADULT)).not.toContain('Red wine')
    expect(await answers(guest, CONFIRMED)).toContain('Red wine')
    const me = await api.person()
    expect(await answers(me)).not.toContain('Red wine')
    me.cookies.set('buy_is_adult', '1')
    expect(await answers(me, SAYS_ADULT), 'nobody asked yet: the profile decides').not.toContain('Red wine')
    await me.call(auth.change, { body: { isAdult: false } })
    expect(await answers(me, SAYS_ADULT)).not.toContain('Red wine')
    await me.call(auth.change, { body: { isAdult: true } })
    expect(await answers(me)).toContain('Red wine')
  })

  test('go into the basket right after the profile says so, and are masked there when it takes it back', async () => {
    const me = await api.person()
    expect(await refused(add(me, wine))).toMatchObject({ code: 403, field: 'isAdult' })
    await me.call(auth.change, { body: { isAdult: true } })
    expect(linesOf(await add(me, wine))).toMatchObject([{ name: 'Red wine', picture: 'wine-red' }])
    await me.call(auth.change, { body: { isAdult: false } })
    const [line] = linesOf(await me.call(baskets.get))
    expect(line).toMatchObject({ productId: wine, productName: '18+', name: '18+', picture: '🔞' })
    expect(await refused(add(me, wine))).toMatchObject({ code: 403 })
    expect((await me.call(catalogue.product, { params: { id: wine } })).name).toBe('18+')
  })
})
