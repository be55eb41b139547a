import { expect, test } from 'vitest'
import { grownTo, isOutside, nextShown, PAGE_SIZES, sentPrice } from '#domain/listing.ts'
import { fittingOptions } from '#domain/options/selected-options.ts'
import { unitPrice } from '#domain/prices/unit-price.ts'

test('a list grows by 24, then by 48, as far as one answer reaches', () => {
  expect(PAGE_SIZES).toEqual([24, 72, 120])
  const shown = [24]
  for (let next = nextShown(24); next !== null; next = nextShown(next)) shown.push(next)
  expect(shown).toEqual([24, 48, 96, 144, 192])
})

test.each([
  [{}, {}],
  [{ min: 0, max: 0 }, {}],
  [{ min: 100, max: 5_000 }, {}],
  [{ min: 99, max: 6_000 }, {}],
  [
    { min: 101, max: 4_999 },
    { min: 101, max: 4_999 }
  ],
  [
    { min: 900, max: 300 },
    { min: 300, max: 900 }
  ],
  [{ min: 300 }, { min: 300 }],
  [{ max: 300 }, { max: 300 }]
])('of the prices %j between 100 and 5000 is sent %j', (chosen, sent) => {
  expect(sentPrice(chosen, { min: 100, max: 5_000 })).toEqual(sent)
})

test('an address that asks for any number of a grown list gets a size that lists have', () => {
  expect([25, 48, 72, 96, 168, 192, 240, 9_999].map(grownTo)).toEqual([48, 48, 96, 96, 192, 192, 192, 192])
  expect([NaN, 0, -1, 24].map(grownTo)).toEqual([null, null, null, null])
})

test('an amount that no price of the list can be is said, one within or none at all is not', () => {
  const said = (range: { min?: number; max?: number }) => isOutside(range, { min: 100, max: 5_000 })
  expect([{ min: 50 }, { min: 6_000 }, { max: 99 }, { max: 9_999_999 }, { min: 200, max: 5_001 }].map(said)).not.toContain(false)
  expect([{}, { min: 0, max: 0 }, { min: 100, max: 5_000 }, { min: 101 }, { max: 4_999 }].map(said)).not.toContain(true)
})

test('the price of a unit is said where a package holds another amount', () => {
  expect(unitPrice(450, 1, { amount: 500, unit: 'g' })).toEqual({ price: 900, per: 'kg' })
  expect(unitPrice(700, 1, { amount: 1.5, unit: 'l' })).toEqual({ price: 467, per: 'l' })
  expect(unitPrice(600, 6, { amount: 5, unit: 'piece' })).toEqual({ price: 120, per: 'piece' })
  expect(unitPrice(710, 1, { amount: 1, unit: 'l' })).toBeNull()
  expect(unitPrice(710, 2, { amount: 500, unit: 'g' })).toBeNull()
  expect(unitPrice(710, 1, null)).toBeNull()
})

test('of the options of a link those count that fit', () => {
  const groups = [
    { type: 'radio' as const, max: 1, values: [{ id: 1 }, { id: 2 }] },
    { type: 'checkbox' as const, max: 2, values: [{ id: 3 }, { id: 4 }, { id: 5 }] }
  ]
  expect(fittingOptions(groups, '2|3')).toEqual([2, 3])
  expect(fittingOptions(groups, '5|4|3|2|1|x|9')).toEqual([1, 3, 4])
  expect(fittingOptions(groups, null)).toEqual([])
})
