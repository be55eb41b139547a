import { expect, test } from 'vitest'
import { tierAt, type Tier } from '#domain/prices/tiers.ts'

const TIERS: Tier[] = [
  { from: 2, discount: 5 },
  { from: 4.5, discount: 10 }
]

test.each<[quantity: number, weighed: boolean, discount: number | undefined]>([
  [1, false, undefined],
  [2, false, 5],
  [4, false, 5],
  [5, false, 10],
  [500, false, 10],
  // Hundredths of a kilogram.
  [199, true, undefined],
  [200, true, 5],
  [449, true, 5],
  [450, true, 10]
])('%i (weighed: %s) is the tier of %s percent', (quantity, weighed, discount) => {
  expect(tierAt(TIERS, quantity, weighed)?.discount).toBe(discount)
})

test('without tiers there is none', () => {
  expect(tierAt([], 1_000, false)).toBeNull()
})
