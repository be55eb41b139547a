import { describe, expect, test } from 'vitest'
import { MAX_QUANTITY } from '#domain/constants.ts'
import type { Family } from '#domain/enums.ts'
import { planJoin } from '#server/services/baskets/join.ts'
import { MAX_LINES } from '#server/services/baskets/rules.ts'
import type { BasketState, StoredProduct } from '#server/services/baskets/state.ts'

const product = (id: number, family: Family = 'restaurants', stock: number | null = null): StoredProduct => ({
  id,
  supplierId: 1,
  family,
  overload: null,
  code: String(id),
  name: { hy: '', en: '', ru: '' },
  picture: '',
  unitId: 1,
  adult: false,
  minimum: 1,
  stock,
  basePrice: 100_000,
  price: 100_000,
  optionGroupIds: [],
  labels: [],
  gifts: [],
  tiers: [],
  pointsLabelled: false,
  admissionAt: null,
  withdrawn: false
})
const stored = (id: number, productId: number, quantity: number) => ({
  id,
  productId,
  quantity,
  userId: 1,
  optionIds: [],
  optionsKey: ''
})
const stateOf = (lines: ReturnType<typeof stored>[], products: StoredProduct[]): BasketState => ({
  basket: null,
  lines,
  products: new Map(products.map((one) => [one.id, one])),
  address: null,
  voucher: null,
  group: null
})
const incoming = (productId: number, quantity = 1, family: Family = 'restaurants') => ({
  productId,
  quantity,
  optionIds: [],
  optionsKey: '',
  family
})
const written = (lines: readonly { productId: number; quantity: number }[]) => lines.map(({ productId, quantity }) => [productId, quantity])

describe('lines put beside others', () => {
  test('add up to the stock, and never fall below what one basket had', () => {
    const state = stateOf([stored(1, 10, 4), stored(2, 11, 9)], [product(10, 'restaurants', 6), product(11, 'restaurants', 5), product(12)])
    const { removedIds, lines } = planJoin(state, [incoming(10, 5), incoming(11, 1), incoming(12, 3)], 'replace')
    expect(removedIds).toEqual([])
    expect(written(lines)).toEqual([
      [10, 6],
      [11, 9],
      [12, 3]
    ])
    const full = planJoin(stateOf([stored(1, 10, MAX_QUANTITY)], [product(10)]), [incoming(10, 5)], 'keep')
    expect(written(full.lines)).toEqual([[10, MAX_QUANTITY]])
  })

  test('the hundredth line is the last', () => {
    const ids = Array.from({ length: MAX_LINES }, (_, index) => index + 1)
    const state = stateOf(
      ids.map((id) => stored(id, id, 1)),
      [...ids, 500].map((id) => product(id))
    )
    expect(written(planJoin(state, [incoming(500), incoming(7, 2)], 'replace').lines)).toEqual([[7, 3]])
  })

  test('of another family take the place of what was there, or stay away', () => {
    const state = stateOf([stored(1, 10, 4)], [product(10), product(20, 'shops')])
    const rose = incoming(20, 2, 'shops')
    expect(planJoin(state, [rose], 'keep')).toEqual({ removedIds: [], lines: [] })
    const { removedIds, lines } = planJoin(state, [rose], 'replace')
    expect(removedIds).toEqual([1])
    expect(written(lines)).toEqual([[20, 2]])
  })
})
