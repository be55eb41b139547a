import { expect, test } from 'vitest'
import { hasContacts } from '#domain/reviews/contacts-in.ts'

test.each([
  'call +374 91 12 34 56',
  'հեռ. 091-12-34-56',
  '(091) 23-45-67 ext',
  '+374 (91) 23-45-67',
  '091 - 23 - 45 - 67',
  'write to ani@mail.am',
  'ann@почта.рф',
  'see https://example.org/x',
  'www.shop',
  'on t.me/shop',
  'visit my-shop.am',
  'խանութ.հայ',
  'магазин.рф',
  'foo.store',
  'ask @shop_am'
])('contacts: %s', (text) => {
  expect(hasContacts(text)).toBe(true)
})

test.each([
  '',
  'On 15.11.2026 at 18:30, 15/11/2026 again',
  '2026-11-24 12:30 it was here',
  'It cost 1 200 000 ֏, not 12 500,50 ֏',
  'In 15-20 minutes, 2 500 ֏ for 3. Good.',
  'Good.Me and my wife liked it',
  'Համեղ էր։ 10/10, 5 հատ, № 100001',
  'Заказ 100001 приехал за 25 минут'
])('no contacts: %s', (text) => {
  expect(hasContacts(text)).toBe(false)
})
