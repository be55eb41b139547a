import { expect, test } from 'vitest'
import { splitPaid } from '#domain/fiscal/prepayment.ts'
import { boxPrice } from '#domain/gift-cards/box.ts'

test.each([
  ['by card', { cash: 0, card: 12_000 }, 10_000, { cash: 0, card: 10_000 }, { cash: 0, card: 2_000 }],
  ['in cash', { cash: 12_000, card: 0 }, 10_000, { cash: 10_000, card: 0 }, { cash: 2_000, card: 0 }],
  ['by card first', { cash: 7_000, card: 5_000 }, 10_000, { cash: 5_000, card: 5_000 }, { cash: 2_000, card: 0 }],
  [
    'by a gift card last',
    { cash: 0, card: 9_000, prepaid: 3_000 },
    10_000,
    { cash: 0, card: 9_000, prepaid: 1_000 },
    { cash: 0, card: 0, prepaid: 2_000 }
  ],
  ['nothing for cards', { cash: 1, card: 2, prepaid: 3 }, 0, { cash: 0, card: 0 }, { cash: 1, card: 2, prepaid: 3 }],
  ['all for cards', { cash: 0, card: 5 }, 5, { cash: 0, card: 5 }, { cash: 0, card: 0 }]
])('gift cards are paid %s', (_, paid, amount, giftCards, goods) => {
  expect(splitPaid(paid, amount)).toEqual({ goods, giftCards })
})

test('boxes cost what was chosen, at most what was paid for the line', () => {
  const line = { options: [{ price: 90_000 }, { price: 10_000 }], quantity: 2, totalPrice: 1_200_000, voucher: 0 }
  expect(boxPrice(line)).toBe(200_000)
  expect(boxPrice({ ...line, voucher: 1_100_000 })).toBe(100_000)
  expect(boxPrice({ ...line, options: [] })).toBe(0)
})
