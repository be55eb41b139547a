import { expect, test } from 'vitest'
import { UNIT, WEIGHED_UNIT } from '#domain/enums.ts'
import { discountedLines, fiscalTotal, goodsLine, returnedLines, serviceLine } from '#domain/fiscal/lines.ts'
import { pauseOfRefusal, pauseOfSilence } from '#domain/fiscal/receipt.ts'

const item = { id: 7, productId: 3, name: 'Լավաշ', unitId: UNIT.piece, quantity: 2, unitPrice: 45_000, totalPrice: 90_000 }

test('goods are price times quantity, rounded half up; where that is not what was paid, one piece', () => {
  expect(goodsLine(item)).toEqual({ key: 'item:7', code: '3', name: 'Լավաշ', weighed: false, quantity: 2_000, price: 45_000 })
  const weighed = { ...item, unitId: WEIGHED_UNIT, quantity: 35, unitPrice: 39_001, totalPrice: 13_650 }
  expect(goodsLine(weighed)).toMatchObject({ weighed: true, quantity: 350, price: 39_001 })
  expect(goodsLine({ ...weighed, totalPrice: 13_700 })).toMatchObject({ weighed: false, quantity: 1_000, price: 13_700 })
  expect(fiscalTotal({ price: 1, quantity: 500 }), '0.005 is 0.01').toBe(1)
  expect([...goodsLine({ ...item, name: 'ա'.repeat(80) }).name]).toHaveLength(50)
})

test('a return names lines by their places, and as much of them as goes back', () => {
  const lines = [goodsLine(item), serviceLine('delivery:4', 'Առաքում', 50_000), serviceLine('fee', 'Վճար', 10_000)]
  const shares = new Map([
    ['item:7', { part: 1, of: 2 }],
    ['fee', { part: 1, of: 1 }],
    ['item:9', { part: 1, of: 1 }]
  ])
  expect(returnedLines(lines, shares)).toEqual([
    { position: 0, quantity: 1_000 },
    { position: 2, quantity: 1_000 }
  ])
})

test('a discount on all lines is borne by each, to the hundredth; what it pays whole is left out', () => {
  const lines = [goodsLine(item), serviceLine('delivery:4', 'Առաքում', 50_000), serviceLine('fee', 'Վճար', 1)]
  expect(discountedLines(lines, 0)).toEqual(lines)
  const cheaper = discountedLines(lines, 40_000)
  expect(cheaper).toMatchObject([
    { key: 'item:7', quantity: 1_000, price: 64_286 },
    { key: 'delivery:4', quantity: 1_000, price: 35_714 },
    { key: 'fee', price: 1 }
  ])
  expect(cheaper.reduce((sum, line) => sum + fiscalTotal(line), 0)).toBe(140_001 - 40_000)
  expect(discountedLines(lines, 140_001)).toEqual([])
})

test('pauses grow and end', () => {
  const pauses = Array.from({ length: 10 }, (_, index) => pauseOfSilence(index + 1) ?? 0)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(pauseOfSilence(11)).toBeNull()
  expect([pauseOfRefusal(1), pauseOfRefusal(2), pauseOfRefusal(3)]).toEqual([60_000, 120_000, null])
})
