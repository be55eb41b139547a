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
  ['/products?supplierId=0', 'Check the field “Place”. Enter a whole number from 1 to 2147483647.'],
  ['/geo/suggest-search?term=ab&lat=91', 'Something here isn’t right. Check it and try again. Enter a number from -90 to 90.'],
  [`/suppliers?city=${'a'.repeat(41)}`, 'Check the field “City”. Specify a maximum of 40 characters.'],
  [
    '/user/profile/orders/history?filter=mine',
    'Something here isn’t right. Check it and try again. Choose one of these: all, reviewed, unreviewed, active.'
  ],
  ['/user/profile/orders/history?take=-1', 'Something here isn’t right. Check it and try again. Specify a minimum of 0.'],
  ['/user/profile/orders/history?from=2026-02-30', 'Check the field “From”. Enter a date like 2026-11-20.'],
  ['/products/listing?min=500&max=100', 'Check the field “Lowest price”. Specify a maximum of 100.'],
  ['/products/listing?max=cheap', 'Check the field “Highest price”. Enter a number from 0 to 99999999.'],
  ['/products/listing?o=9', 'Something here isn’t right. Check it and try again. Choose one of these: 1, 2, 3, 4, 5.'],
  ['/products/listing?dc=maybe', 'Something here isn’t right. Check it and try again. Choose one of these: 0, 1.'],
  ['/products/listing?f=x-1', 'Something here isn’t right. Check it and try again. Choose from this list’s filters.'],
  [`/products/listing?f=${'c-AM|'.repeat(60)}`, 'Something here isn’t right. Check it and try again. Choose up to 60 values.'],
  ['/products/listing?sa=%00', 'Something here isn’t right. Check it and try again. Use one line of plain text.'],
  ['/categories/getFilters/2?supplierType=8', 'Something here isn’t right. Check it and try again. Enter a whole number from 1 to 7.'],
  [
    '/categories/tree?type=castle',
    'Something here isn’t right. Check it and try again. Choose one of these: all, store, restaurant, shop, pharmacy, service, giftCard.'
  ],
  ['/suppliers?type=8', 'Something here isn’t right. Check it and try again. Enter a whole number from 1 to 7.'],
  ['/search', 'Check the field “Search”. Fill it in.'],
  ['/search?term=a&supplierType=castle', 'Something here isn’t right. Check it and try again. Enter a whole number from 1 to 7.'],
  ['/favorites?type=castle', /^Something here isn’t right\. Check it and try again\. Choose one of these: all, supplier, article, store/],
  ['/products/abc', 'Something here isn’t right. Check it and try again. Enter a whole number from 1 to 2147483647.']
])('%s says what is allowed', async (path, sentence) => {
  expect(await said(await api.person(), 'GET', path)).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence))
})

test('a body says it too, down to its lines; a field that people do not know is not named', async () => {
  const client = await api.person()
  const productId = await api.product(1, 'PLAIN')
  const quantity = 'Enter a whole number from 1 to 9999.'
  expect(await said(client, 'POST', '/baskets', { productId, quantity: 0 })).toBe(`Check the field “Quantity”. ${quantity}`)
  expect(await said(client, 'POST', '/baskets', { productId })).toBe(`Check the field “Quantity”. ${quantity}`)
  const items = [
    { productId, quantity: 1 },
    { productId, quantity: 1.5 }
  ]
  expect(await said(client, 'PUT', '/baskets', { items })).toBe(`Check the field “Quantity”. ${quantity}`)
  expect(await said(client, 'PUT', '/baskets/ordermode', { orderMode: 9 })).toBe(
    'Something here isn’t right. Check it and try again. Choose one of these: 1, 2, 3, 6.'
  )
  expect(await said(client, 'PUT', '/baskets', { items: 'all' })).toBe('Check the field “Products”.')
  const order = { addressId: 1, paymentId: 3, deliveryNow: false, deliveryDate: '2026-11-20', basketVersion: 1, orderPrice: 1 }
  expect(await said(client, 'POST', '/orders/checkout', { ...order, deliveryTime: '25:00' })).toBe(
    'Check the field “Delivery time”. Enter valid time, such as 18:30.'
  )
})

test('of a text only what was broken is said', async () => {
  const client = await api.person()
  const named = (firstName: unknown) => said(client, 'PUT', '/users', { firstName })
  expect(await named('')).toBe('Check the field “First name”. Fill it in.')
  expect(await named('a'.repeat(61))).toBe('Check the field “First name”. Specify a maximum of 60 characters.')
  expect(await named('\u200b\u200d')).toBe('Check the field “First name”. The name must contain letters.')
  expect(await said(client, 'PUT', '/users', { lastName: '\u3164' })).toContain('must contain letters')
  expect((await client.raw('PUT', '/users', { body: { firstName: 'Անի', lastName: '' } })).status).toBe(200)
})

test('of codes, contacts, passwords and companies it is said what they look like', async () => {
  const client = await api.person()
  const guest = api.guest()
  const field = (name: string, cure: string) => `Check the field “${name}”. ${cure}`
  const code = { type: 'phone', contact: '+37491234567' }
  const pin = 'Enter the 6-digit code we sent.'
  expect(await said(guest, 'POST', '/users/verify/pin', { ...code, pin: '12345' })).toBe(field('Code', pin))
  expect(await said(guest, 'POST', '/users/verify/pin', { ...code, pin: 123456 })).toBe(field('Code', pin))
  const phone = 'Enter a phone number like +374 91 234567.'
  expect(await said(guest, 'POST', '/users/pin/send', { ...code, contact: '91' })).toBe(field('Phone number or email', phone))
  expect(await said(client, 'POST', '/user/profile/addresses', { ...HERE, phone: 'x' })).toBe(field('Phone number', phone))
  const email = 'Enter an email address like ani@mail.am.'
  expect(await said(guest, 'POST', '/users/pin/send', { type: 'email', contact: 'ani@' })).toBe(field('Phone number or email', email))
  const person = { ...code, pin: '123456', firstName: 'Ani' }
  const rule = 'Use 8 to 128 characters, with a digit, a symbol, an uppercase and a lowercase letter.'
  for (const password of ['tolma', `Tolma-${'1'.repeat(300)}`])
    expect(await said(guest, 'POST', '/users/registration', { ...person, password })).toBe(field('Password', rule))
  expect(await said(client, 'PUT', '/users', { companyName: 'Sun' })).toBe(field('Tax ID (TIN)', 'Fill it in.'))
  expect(await said(client, 'PUT', '/users', { companyName: 'Sun', tin: 'Ա234567890' })).toBe(
    field('Tax ID (TIN)', 'Use Latin letters and digits, up to 20.')
  )
  expect(await said(client, 'POST', '/user/profile/deletion', {})).toBe(field('Code', 'Fill it in.'))
})

test('a full book of addresses says how full it is and what helps', async () => {
  const client = await api.person()
  for (let count = 0; count < 50; count += 1) await client.call(profile.addAddress, { body: HERE })
  expect(await said(client, 'POST', '/user/profile/addresses', HERE)).toBe(
    'Check the field “Saved addresses”. You already have 50. Delete one first.'
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
    'Check the field “Quantity”. Enter a whole number from 1 to 9999.'
  )
})

test.each<[Locale, string]>([
  ['hy', 'Ստուգեք «Քանակ» դաշտը։ Մուտքագրեք ամբողջ թիվ՝ 1-ից 9999։'],
  ['ru', 'Проверьте поле «Количество». Введите целое число от 1 до 9999.']
])('in %s', async (locale, sentence) => {
  expect(await said(api.guest(locale), 'POST', '/baskets', { productId: 1, quantity: -1 })).toBe(sentence)
})
