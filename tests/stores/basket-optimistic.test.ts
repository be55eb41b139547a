import { describe, expect, test } from 'vitest'
import { itemsOf, lineKey } from '#stores/baskets/lines.ts'
import { changesOf, quantityIn, withChanges, type Layers, type PendingLine } from '#stores/baskets/optimistic.ts'
import { EMPTY_SNAPSHOT, snapshotOf, snapshotWith } from '#stores/baskets/snapshot.ts'
import { basket, entry, item } from '../support/basket-samples.ts'

const KEY = lineKey(10)
const line = (quantity: number, change: Partial<PendingLine> = {}): PendingLine => ({
  productId: 10,
  options: [],
  quantity,
  name: 'Tolma',
  ...change
})
const lines = (quantity: number) => ({ [KEY]: line(quantity) })
const layers = (change: Partial<Layers> = {}): Layers => ({
  confirmed: basket(),
  elsewhere: {},
  sending: {},
  additions: {},
  quantities: {},
  ...change
})

describe('which state wins', () => {
  test.each([
    ['the last answer, when nothing is pending', {}, 1],
    ['what another tab has sent, over the last answer', { elsewhere: lines(2) }, 2],
    ['an addition on its way, over both', { elsewhere: lines(2), sending: lines(3) }, 3],
    ['one that waits, over the one on its way', { sending: lines(3), additions: lines(4) }, 4],
    ['the quantity somebody set, over all', { elsewhere: lines(2), sending: lines(3), additions: lines(4), quantities: lines(5) }, 5],
    ['a removal too', { sending: lines(3), quantities: lines(0) }, 0]
  ])('%s', (_what, change, quantity) => {
    expect(quantityIn(layers(change), KEY)).toBe(quantity)
  })

  test('a product with other options is another line', () => {
    expect(quantityIn(layers({ quantities: { [lineKey(10, [7])]: line(9, { options: [7] }) } }), KEY)).toBe(1)
    expect(quantityIn(layers(), lineKey(10, [7]))).toBeUndefined()
  })
})

describe('the basket with its changes', () => {
  const two = basket([
    entry({ items: [item(), item({ id: 2, productId: 11, name: 'Pork', unitId: 2, quantity: 50, totalPrice: 500, baseTotalPrice: 500 })] })
  ])

  test('is the same object when nothing changes, so that nothing is drawn anew', () => {
    expect(withChanges(two, {})).toBe(two)
    expect(withChanges(two, changesOf(layers({ quantities: lines(1) })))).toBe(two)
  })

  test('prices lines at once, and leaves delivery and fee as they were', () => {
    expect(withChanges(two, lines(3))).toMatchObject({
      itemsCount: 4,
      totalPrice: 3500,
      totalPacking: 100,
      orderPrice: 3500 + 100 + 400 + 150
    })
  })

  test('without lines is empty and costs nothing', () => {
    expect(withChanges(basket(), lines(0))).toMatchObject({ status: 'empty', itemsCount: 0, orderPrice: 0 })
  })
})

describe('the snapshot', () => {
  test('says which version it shows, or that something is not confirmed', () => {
    expect(snapshotWith(basket(), EMPTY_SNAPSHOT, {})).toEqual(snapshotOf(basket()))
    expect(snapshotWith(basket(), EMPTY_SNAPSHOT, lines(4))).toMatchObject({ basketVersion: -1, count: 4, lines: [{ quantity: 4 }] })
  })

  test('before the first answer is the last one with the changes; what is new stands at its end', () => {
    const seen = snapshotOf(basket())
    const added = { [lineKey(12)]: line(30, { productId: 12, name: 'Pork', unitId: 2 }) }
    expect(snapshotWith(null, seen, { ...lines(2), ...added })).toMatchObject({
      total: seen.total,
      count: 3,
      lines: [{ quantity: 2 }, { name: 'Pork', itemId: 0, quantity: 30 }]
    })
    expect(snapshotWith(null, seen, {})).toBe(seen)
  })
})

describe('prices by quantity', () => {
  const tiers = [
    { from: 0, discount: 0, price: 1_000 },
    { from: 3, discount: 10, price: 900 }
  ]
  const tiered = basket([entry({ items: [item({ tiers })] })])
  test.each([
    [2, { price: 1_000, totalPrice: 2_000, baseTotalPrice: 2_000 }],
    [3, { price: 900, totalPrice: 2_700 }],
    [7, { price: 900, totalPrice: 6_300 }]
  ])('%i pieces', (quantity, shown) => {
    expect(itemsOf(withChanges(tiered, lines(quantity)))).toMatchObject([shown])
  })
})
