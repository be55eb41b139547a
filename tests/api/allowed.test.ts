import { afterAll, beforeAll, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import * as profile from '#contract/profile/calls.ts'
import type { Locale } from '#domain/locale.ts'
import { startApi, type Client, type TestApi } from '../support/api.ts'

const HERE = { street: 'Abovyan Street 12', city: 'Yerevan', latitude: 40.18, longitude: 44.51 }

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const said = async (client: Client, method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<string> => {
  const { status, envelope } = await client.raw(method, path, {
    ...(body ? { body } : {}),
    headers: { 'Idempotency-Key': 'what-is-allowed' }
  })
  expect([status, envelope.messages[0]?.type]).toEqual([400, 'BAD_REQUEST'])
  return envelope.messages[0]?.body ?? ''
}

test.each<[string, string | RegExp]>([
  ['/products?supplierId=0', 'Please check the field “supplierId”. Allowed: whole numbers from 1 to 2147483647.'],
  ['/geo/suggest-search?term=ab&lat=91', 'Please check the field “lat”. Allowed: numbers from -90 to 90.'],
  [`/suppliers?city=${'a'.repeat(41)}`, 'Please check the field “city”. Allowed: at most 40 characters.'],
  ['/user/profile/orders/history?filter=mine', 'Please check the field “filter”. Allowed: all, reviewed, unreviewed, active.'],
  ['/user/profile/orders/history?take=-1', 'Please check the field “take”. Allowed: 0 or more.'],
  ['/user/profile/orders/history?from=2026-02-30', 'Please check the field “from”. Allowed: a day of the calendar, written 2026-11-20.'],
  ['/products/listing?min=500&max=100', 'Please check the field “min”. Allowed: 100 or less.'],
  ['/products/listing?max=cheap', 'Please check the field “max”. Allowed: numbers from 0 to 99999999.'],
  ['/products/listing?o=9', 'Please check the field “o”. Allowed: 1, 2, 3, 4, 5.'],
  ['/products/listing?dc=maybe', 'Please check the field “dc”. Allowed: 0, 1.'],
  ['/products/listing?f=x-1', 'Please check the field “f”. Allowed: what the filters of this list offer.'],
  [`/products/listing?f=${'c-AM|'.repeat(60)}`, 'Please check the field “f”. Allowed: at most 60 values.'],
  ['/products/listing?sa=%00', 'Please check the field “sa”. Allowed: one line without control characters.'],
  ['/categories/getFilters/2?supplierType=8', 'Please check the field “supplierType”. Allowed: whole numbers from 1 to 7.'],
  ['/categories/tree?type=castle', 'Please check the field “type”. Allowed: all, store, restaurant, shop, pharmacy, service, giftCard.'],
  ['/suppliers?type=8', 'Please check the field “type”. Allowed: whole numbers from 1 to 7.'],
  ['/search', 'Please check the field “term”. Fill it in.'],
  ['/search?term=a&supplierType=castle', 'Please check the field “supplierType”. Allowed: whole numbers from 1 to 7.'],
  ['/favorites?type=castle', /^Please check the field “type”\. Allowed: all, supplier, article, store/],
  ['/products/abc', 'Please check the field “id”. Allowed: whole numbers from 1 to 2147483647.']
])('%s says what is allowed', async (path, sentence) => {
  expect(await said(await api.person(), 'GET', path)).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence))
})

test('a body says it too, down to its lines; what no sentence can say stays a name', async () => {
  const client = await api.person()
  const productId = await api.product(1, 'PLAIN')
  const quantity = 'Allowed: whole numbers from 1 to 9999.'
  expect(await said(client, 'POST', '/baskets', { productId, quantity: 0 })).toBe(`Please check the field “quantity”. ${quantity}`)
  expect(await said(client, 'POST', '/baskets', { productId })).toBe(`Please check the field “quantity”. ${quantity}`)
  const items = [
    { productId, quantity: 1 },
    { productId, quantity: 1.5 }
  ]
  expect(await said(client, 'PUT', '/baskets', { items })).toBe(`Please check the field “items.1.quantity”. ${quantity}`)
  expect(await said(client, 'PUT', '/baskets/ordermode', { orderMode: 9 })).toBe('Please check the field “orderMode”. Allowed: 1, 2, 3.')
  expect(await said(client, 'PUT', '/baskets', { items: 'all' })).toBe('Please check the field “items”.')
  const order = { addressId: 1, paymentId: 3, deliveryNow: false, deliveryDate: '2026-11-20', basketVersion: 1, orderPrice: 1 }
  expect(await said(client, 'POST', '/orders/checkout', { ...order, deliveryTime: '25:00' })).toBe(
    'Please check the field “deliveryTime”. Allowed: a time of day, written 18:30.'
  )
})

test('of a text only what was broken is said', async () => {
  const client = await api.person()
  const named = (firstName: unknown) => said(client, 'PUT', '/users', { firstName })
  expect(await named('')).toBe('Please check the field “firstName”. Fill it in.')
  expect(await named('a'.repeat(61))).toBe('Please check the field “firstName”. Allowed: at most 60 characters.')
  expect(await named('\u200b\u200d')).toBe('Please check the field “firstName”. Allowed: a name with letters that can be seen.')
  expect(await said(client, 'PUT', '/users', { lastName: '\u3164' })).toContain('letters that can be seen')
  expect((await client.raw('PUT', '/users', { body: { firstName: 'Անի', lastName: '' } })).status).toBe(200)
})

test('of codes, contacts, passwords and companies it is said what they look like', async () => {
  const client = await api.person()
  const guest = api.guest()
  const field = (name: string, cure: string) => `Please check the field “${name}”. ${cure}`
  const code = { type: 'phone', contact: '+37491234567' }
  const pin = 'Allowed: the code of 6 digits that we sent.'
  expect(await said(guest, 'POST', '/users/verify/pin', { ...code, pin: '12345' })).toBe(field('pin', pin))
  expect(await said(guest, 'POST', '/users/verify/pin', { ...code, pin: 123456 })).toBe(field('pin', pin))
  const phone = 'Allowed: a phone number such as +374 91 234567.'
  expect(await said(guest, 'POST', '/users/pin/send', { ...code, contact: '91' })).toBe(field('contact', phone))
  expect(await said(client, 'POST', '/user/profile/addresses', { ...HERE, phone: 'x' })).toBe(field('phone', phone))
  const email = 'Allowed: an email address such as ani@mail.am.'
  expect(await said(guest, 'POST', '/users/pin/send', { type: 'email', contact: 'ani@' })).toBe(field('contact', email))
  const person = { ...code, pin: '123456', firstName: 'Ani' }
  const rule = 'Allowed: 8 to 128 characters with a digit, a symbol, an uppercase and a lowercase letter.'
  for (const password of ['tolma', `Tolma-${'1'.repeat(300)}`])
    expect(await said(guest, 'POST', '/users/registration', { ...person, password })).toBe(field('password', rule))
  expect(await said(client, 'PUT', '/users', { companyName: 'Sun' })).toBe(field('tin', 'Fill it in.'))
  expect(await said(client, 'PUT', '/users', { companyName: 'Sun', tin: 'Ա234567890' })).toBe(
    field('tin', 'Allowed: Latin letters and digits, 20 at most.')
  )
  expect(await said(client, 'POST', '/user/profile/deletion', {})).toBe(field('pin', 'Fill it in.'))
})

test('a full book of addresses says how full it is and what helps', async () => {
  const client = await api.person()
  for (let count = 0; count < 50; count += 1) await client.call(profile.addAddress, { body: HERE })
  expect(await said(client, 'POST', '/user/profile/addresses', HERE)).toBe(
    'Please check the field “addresses”. You have 50 already: delete one first.'
  )
})

test('marks that turn the direction of text are taken out of what is pasted', async () => {
  const client = await api.person()
  const { firstName } = await client.call(auth.change, { body: { firstName: '\u202eԱնի\u202c' } })
  expect(firstName).toBe('Անի')
  const saved = await client.call(profile.addAddress, { body: { ...HERE, comment: 'second\u2067 door\u2069' } })
  expect(saved.comment).toBe('second door')
})

test('who has to sign in hears that first, whatever else the call lacks', async () => {
  for (const [method, path] of [
    ['GET', '/favorites'],
    ['POST', '/favorites/supplier'],
    ['DELETE', '/favorites/1'],
    ['GET', '/auth/me'],
    ['PUT', '/users']
  ] as const) {
    const { status, envelope } = await api.guest().raw(method, path, { headers: { 'Session-Id': '' } })
    expect([status, envelope.messages[0]?.type], path).toEqual([401, 'UNAUTHORIZED'])
  }
})

test('a rule says it with the numbers of the product', async () => {
  const client = api.guest()
  const productId = await api.product(1, 'PLAIN')
  await client.raw('POST', '/baskets', { body: { productId, quantity: 9999 } })
  expect(await said(client, 'POST', '/baskets', { productId, quantity: 1 })).toBe(
    'Please check the field “quantity”. Allowed: whole numbers from 1 to 9999.'
  )
})

test.each<[Locale, string]>([
  ['hy', 'Ստուգեք «quantity» դաշտը։ Թույլատրվում են ամբողջ թվեր՝ 1-ից 9999։'],
  ['ru', 'Проверьте поле «quantity». Можно целые числа от 1 до 9999.']
])('in %s', async (locale, sentence) => {
  expect(await said(api.guest(locale), 'POST', '/baskets', { productId: 1, quantity: -1 })).toBe(sentence)
})
