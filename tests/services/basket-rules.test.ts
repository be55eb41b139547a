import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { isOverloaded } from '#server/services/catalogue/overload.ts'
import { MAX_LINES, planAddition } from '#server/services/baskets/rules.ts'
import type { RequestedProduct } from '#server/services/baskets/requested.ts'
import type { CurrentLine } from '#server/services/baskets/lines.ts'

const NOW = Date.UTC(2026, 10, 20, 9, 0)
const ctx = { config: readConfig({ LOG: 'silent' }), now: () => NOW, locale: 'en' as const }
const product = (id: number, rest: Partial<RequestedProduct> = {}): RequestedProduct => ({
  id,
  supplierId: 1,
  family: 'restaurants',
  overload: null,
  adult: false,
  unitId: 1,
  weighed: false,
  minimum: 1,
  stock: null,
  optionGroupIds: [],
  ...rest
})
const held = (productId: number, rest: Partial<CurrentLine> = {}): CurrentLine => ({
  id: productId,
  productId,
  quantity: 1,
  optionIds: [],
  optionsKey: '',
  family: 'restaurants',
  ...rest
})
const plan = (lines: CurrentLine[], wanted: RequestedProduct, quantity = 1) =>
  planAddition(ctx, lines, [{ product: wanted, quantity, optionIds: [], optionsKey: '' }])

describe('adding to what is there', () => {
  const full = Array.from({ length: MAX_LINES }, (_, index) => held(index + 1))

  test('the hundredth line is the last; lines that are there still grow', () => {
    expect(() => plan(full, product(500))).toThrowError(expect.objectContaining({ type: 'BASKET_DONE_OVERLOADED' }))
    expect(plan(full, product(7), 4)).toMatchObject([{ productId: 7, quantity: 5 }])
  })

  test('lines of one product with other options share its stock', () => {
    const lines = [held(1, { optionsKey: '3', optionIds: [3], quantity: 6 })]
    expect(() => plan(lines, product(1, { stock: 10 }), 5)).toThrowError(expect.objectContaining({ type: 'MORE_THAN_IN_STOCK' }))
    expect(plan(lines, product(1, { stock: 10 }), 4)).toMatchObject([{ optionsKey: '', quantity: 4 }])
  })

  test('no line grows beyond what anybody eats', () => {
    expect(() => plan([held(1, { quantity: 9_990 })], product(1), 10)).toThrowError(expect.objectContaining({ type: 'BAD_REQUEST' }))
  })

  test('an overloaded supplier takes nothing while its time lasts', () => {
    const hour = 3_600_000
    const overload = (from: number | null, to: number | null, active = true) => ({
      active,
      hoursToWait: 2,
      overloadingStartTime: from === null ? null : new Date(NOW + from).toISOString(),
      overloadingEndTime: to === null ? null : new Date(NOW + to).toISOString()
    })
    expect(() => plan([], product(1, { overload: overload(-hour, hour) }))).toThrowError(
      expect.objectContaining({ type: 'BASKET_OVERLOADED' })
    )
    const states = [overload(null, null), overload(0, null), overload(null, 0), overload(hour, null), overload(null, null, false), null]
    expect(states.map((state) => isOverloaded(ctx, state))).toEqual([true, true, false, false, false, false])
  })
})
