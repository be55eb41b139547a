import { expect, test } from 'vitest'
import type { Agreed } from '#tests/support/crash-shoppers.ts'
import type { BookedDeposit, BookedOrder } from './crash-books.ts'
import { depositsOf, figuresOf, ordersOf, otherFaultsOf, STOCK, type CrashRun } from './crash.ts'

const agreed: Agreed[] = [
  { orderNumber: '100002', price: 1200.5, quantity: 2, card: true },
  { orderNumber: '100001', price: 700, quantity: 1, card: false }
]
const figures = (change: { orders?: BookedOrder[]; deposits?: BookedDeposit[] }) =>
  figuresOf({ broken: [2, 0, 1], agreed, orders: ordersOf(agreed), deposits: depositsOf(agreed), ...change } as unknown as CrashRun, {
    checkouts: 2,
    atOnce: 1,
    kills: 3
  })
const right = { kills: 3, inFlight: 2, checkouts: 2, doubled: 0, lost: 0, wrongTotals: 0 }

test('books that say what was agreed have no faults', () => {
  expect(ordersOf(agreed).map(({ number, total }) => [number, total])).toEqual([
    ['100001', 70_000],
    ['100002', 120_050]
  ])
  expect(figures({})).toEqual(right)
})

test.each([
  ['an order made twice', { orders: [...ordersOf(agreed), ...ordersOf(agreed).slice(0, 1)] }, { doubled: 1 }],
  [
    'an order nobody agreed to',
    { orders: [...ordersOf(agreed), { ...ordersOf(agreed)[0], number: '100009' } as BookedOrder] },
    { doubled: 1 }
  ],
  ['an order that is missing', { orders: ordersOf(agreed).slice(1) }, { lost: 1 }],
  ['another total', { orders: ordersOf(agreed).map((order) => ({ ...order, total: order.total + 1 })) }, { wrongTotals: 2 }],
  ['a card charged twice', { deposits: [...depositsOf(agreed), ...depositsOf(agreed)] }, { doubled: 1 }],
  ['a payment that is missing', { deposits: [] }, { lost: 1 }],
  ['a card charged too much', { deposits: depositsOf(agreed).map((one) => ({ ...one, total: one.total * 2 })) }, { wrongTotals: 1 }]
])('%s is counted', (_name, change, counted) => {
  expect(figures(change)).toEqual({ ...right, ...counted })
})

const whole: CrashRun = {
  ...{ broken: [], agreed, pressedAgain: [null], exitCode: 0, orders: ordersOf(agreed), deposits: depositsOf(agreed) },
  ...{ openPayments: [], payouts: 0, basketItems: [], stock: STOCK - 3, keys: { keys: 2, orders: 2 }, events: { events: 2, orders: 2 } },
  ledger: { entries: 7, differences: [] },
  ...{
    stopped: [],
    receipts: { printed: 1, waiting: 0, differences: [] },
    sums: { bank: 120_050, ledger: 120_050, orders: 120_050, refunds: 0 }
  }
}

test('so do the rest of the books, each fault of them named', () => {
  expect(otherFaultsOf(whole)).toEqual([])
  const faults: Partial<CrashRun>[] = [
    { exitCode: 1 },
    { pressedAgain: ['/bank/form'] },
    { openPayments: [{ state: 'created' }] },
    { payouts: 1 },
    { basketItems: [{}] },
    { stock: STOCK },
    { keys: { keys: 3, orders: 2 } },
    { events: { events: 2, orders: 1 } },
    { ledger: { entries: 0, differences: [] } },
    { receipts: { printed: 0, waiting: 0, differences: [] } },
    { receipts: { printed: 1, waiting: 0, differences: ['receipt 4'] } },
    { sums: { bank: 120_050, ledger: 120_050, orders: 120_050, refunds: 1 } },
    { ledger: { entries: 7, differences: ['order 1: 5 AMD'] } }
  ]
  const named = faults.map((fault) => otherFaultsOf({ ...whole, ...fault }))
  expect(named.map((one) => one.length)).toEqual(faults.map(() => 1))
  expect(new Set(named.flat()).size).toBe(faults.length)
})

test('an order that was paid and cancelled is refunded, and its pieces are for sale again', () => {
  const cancelled = agreed.map((one) => ({ ...one, cancelled: one.card, givenBack: one.card }))
  expect(ordersOf(cancelled).map(({ refunded }) => refunded)).toEqual([false, true])
  expect(depositsOf(cancelled).map(({ state }) => state)).toEqual(['refunded'])
  expect(otherFaultsOf({ ...whole, agreed: cancelled, stock: STOCK - 1 })).toEqual([])
  const byHand = cancelled.map((one) => ({ ...one, givenBack: false }))
  expect(depositsOf(byHand).map(({ state }) => state)).toEqual(['captured'])
  expect(otherFaultsOf({ ...whole, agreed: byHand, stock: STOCK - 1, payouts: 1 })).toEqual([])
})
