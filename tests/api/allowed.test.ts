import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locale } from '#domain/locale.ts'
import { startApi, type Client, type TestApi } from '../support/api.ts'

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

test.each([
  ['/products?supplierId=0', 'Please check the field “supplierId”. Allowed: whole numbers from 1 to 2147483647.'],
  ['/geo/suggest-search?term=ab&lat=91', 'Please check the field “lat”. Allowed: numbers from -90 to 90.'],
  [`/geo/suggest-search?term=${'a'.repeat(201)}`, 'Please check the field “term”. Allowed: at most 200 characters.'],
  ['/user/profile/orders/history?filter=mine', 'Please check the field “filter”. Allowed: all, reviewed, unreviewed, active.'],
  ['/user/profile/orders/history?take=-1', 'Please check the field “take”. Allowed: 0 or more.'],
  ['/user/profile/orders/history?from=2026-02-30', 'Please check the field “from”. Allowed: a day of the calendar, written 2026-11-20.']
])('%s says what is allowed', async (path, sentence) => {
  expect(await said(await api.person(), 'GET', path)).toBe(sentence)
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
