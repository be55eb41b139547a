import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  basketTotals,
  canJoin,
  checkQuantity,
  lineBasePrice,
  linePrice,
  optionsKey,
  quantityStep,
  validateOptions,
  type FeeRule,
  type OptionGroup,
  type PricedLine,
  type SupplierPart
} from '#domain/basket.ts'
import { familyOf, SUPPLIER_KINDS, type Family } from '#domain/enums.ts'

const price = fc.integer({ min: 0, max: 5_000_000 })
const line: fc.Arbitrary<PricedLine> = fc
  .record({ a: price, b: price, quantity: fc.integer({ min: 1, max: 9_999 }), weighed: fc.boolean(), pairs: fc.boolean() })
  .map(({ a, b, ...rest }) => ({ ...rest, pairs: rest.pairs && !rest.weighed, unitPrice: Math.min(a, b), baseUnitPrice: Math.max(a, b) }))
const part: fc.Arbitrary<SupplierPart> = fc.record({
  lines: fc.array(line, { maxLength: 5 }),
  packing: price,
  paperBag: price,
  delivery: price
})
const parts = fc.array(part, { maxLength: 4 })
const fee: fc.Arbitrary<FeeRule> = fc
  .record({ percent: fc.integer({ min: 0, max: 2_000 }).map((points) => points / 100), a: price, b: price })
  .map(({ percent, a, b }) => ({ percent, floor: Math.min(a, b), cap: Math.max(a, b) }))
const ZERO = { basePrice: 0, discount: 0, items: 0, packing: 0, delivery: 0, serviceFee: 0, voucher: 0, total: 0 }
const NO_FEE: FeeRule = { percent: 0, floor: 0, cap: 0 }

describe('totals', () => {
  it('add up, are whole and not negative', () => {
    fc.assert(
      fc.property(parts, fee, (all, rule) => {
        const totals = basketTotals(all, rule)
        expect(totals.total).toBe(totals.items + totals.packing + totals.delivery + totals.serviceFee)
        expect(totals.basePrice - totals.discount).toBe(totals.items)
        for (const amount of Object.values(totals)) expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true)
        let items = 0
        for (const one of all) for (const each of one.lines) items += linePrice(each)
        expect(totals.items).toBe(items)
        if (items + totals.packing > 0 && totals.serviceFee > 0) expect(totals.serviceFee).toBeGreaterThanOrEqual(rule.floor)
        expect(totals.serviceFee).toBeLessThanOrEqual(rule.cap)
      })
    )
  })
  it('never fall when a line is added or grows', () => {
    fc.assert(
      fc.property(parts, part, line, fee, (before, last, added, rule) => {
        const small = basketTotals([...before, last], rule)
        const large = basketTotals([...before, { ...last, lines: [...last.lines, added] }], rule)
        const larger = basketTotals([...before, { ...last, lines: [...last.lines, { ...added, quantity: added.quantity + 1 }] }], rule)
        for (const key of Object.keys(ZERO) as (keyof typeof ZERO)[]) {
          if (key === 'discount') continue
          expect(large[key]).toBeGreaterThanOrEqual(small[key])
          expect(larger[key]).toBeGreaterThanOrEqual(large[key])
        }
      })
    )
  })
  it('are the same however the suppliers are grouped or ordered', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), fc.nat(5), fee, (all, cut, rule) => {
        const whole = basketTotals(all, rule)
        expect(basketTotals([...all].reverse(), rule)).toEqual(whole)
        const [left, right] = [basketTotals(all.slice(0, cut), rule), basketTotals(all.slice(cut), rule)]
        for (const key of ['basePrice', 'discount', 'items', 'packing', 'delivery'] as const)
          expect(left[key] + right[key]).toBe(whole[key])
      })
    )
  })
  it('splitting one supplier into two changes only what is paid per supplier', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 2, maxLength: 6 }), fc.nat(4), fee, (lines, at, rule) => {
        const cut = 1 + (at % (lines.length - 1))
        const bare = { packing: 0, paperBag: 0, delivery: 0 }
        const split = [
          { ...bare, lines: lines.slice(0, cut) },
          { ...bare, lines: lines.slice(cut) }
        ]
        expect(basketTotals(split, rule)).toEqual(basketTotals([{ ...bare, lines }], rule))
      })
    )
  })
  it('of an empty basket are zero, whatever its suppliers and fees', () => {
    fc.assert(
      fc.property(parts, fee, (all, rule) => {
        expect(
          basketTotals(
            all.map((one) => ({ ...one, lines: [] })),
            rule
          )
        ).toEqual(ZERO)
      })
    )
  })
  it('of a small basket, by hand', () => {
    const lines = [
      { unitPrice: 357_000, baseUnitPrice: 420_000, quantity: 35, weighed: true, pairs: false },
      { unitPrice: 90_000, baseUnitPrice: 90_000, quantity: 2, weighed: false, pairs: false }
    ]
    const rule = { percent: 5, floor: 10_000, cap: 100_000 }
    expect(basketTotals([{ lines, packing: 10_000, paperBag: 5_000, delivery: 40_000 }], rule)).toEqual({
      basePrice: 327_000,
      discount: 22_000,
      items: 305_000,
      packing: 15_000,
      delivery: 40_000,
      serviceFee: 15_300,
      voucher: 0,
      total: 375_300
    })
    expect(basketTotals([{ lines, packing: 0, paperBag: 0, delivery: 0 }], rule, 50_000)).toMatchObject({ voucher: 50_000, total: 270_300 })
  })
  it.each([
    [1, 900],
    [2, 900],
    [3, 1_800],
    [4, 1_800],
    [9_999, 4_500_000]
  ])('of %i pieces of which every second one is free, %i is paid', (quantity, paid) => {
    const line = { unitPrice: 900, baseUnitPrice: 1_000, quantity, weighed: false, pairs: true }
    expect(basketTotals([{ lines: [line], packing: 0, paperBag: 0, delivery: 0 }], NO_FEE)).toMatchObject({
      items: paid,
      basePrice: 1_000 * quantity,
      discount: 1_000 * quantity - paid
    })
  })
  it('a base price below the price is no negative discount', () => {
    const odd = { unitPrice: 200, baseUnitPrice: 100, quantity: 3, weighed: false, pairs: false }
    expect(lineBasePrice(odd)).toBe(600)
    expect(basketTotals([{ lines: [odd], packing: 0, paperBag: 0, delivery: 0 }], NO_FEE).discount).toBe(0)
  })
})

describe('quantities', () => {
  it.each([
    [{ minimum: 1, stock: null, weighed: false }, 1, 'ok'],
    [{ minimum: 30, stock: 2_550, weighed: true }, 35, 'ok'],
    [{ minimum: 30, stock: 2_550, weighed: true }, 20, 'below-minimum'],
    [{ minimum: 1, stock: 5, weighed: false }, 5, 'ok'],
    [{ minimum: 1, stock: 5, weighed: false }, 6, 'more-than-in-stock'],
    [{ minimum: 1, stock: 0, weighed: false }, 1, 'out-of-stock'],
    [{ minimum: 6, stock: 5, weighed: false }, 6, 'out-of-stock'],
    [{ minimum: 1, stock: null, weighed: false }, 0, 'invalid'],
    [{ minimum: 1, stock: null, weighed: false }, -1, 'invalid'],
    [{ minimum: 1, stock: null, weighed: false }, 1.5, 'invalid'],
    [{ minimum: 1, stock: null, weighed: false }, Number.NaN, 'invalid'],
    [{ minimum: 1, stock: null, weighed: false }, 10_000, 'invalid']
  ] as const)('%j %d is %s', (product, quantity, expected) => {
    expect(checkQuantity(product, quantity)).toBe(expected)
  })
  it('what passes is within minimum and stock, and nothing within them is refused', () => {
    const product = fc.record({
      minimum: fc.integer({ min: 1, max: 100 }),
      stock: fc.option(fc.nat(200)),
      weighed: fc.boolean()
    })
    fc.assert(
      fc.property(product, fc.integer({ min: -5, max: 300 }), (one, quantity) => {
        const fits = quantity >= one.minimum && quantity <= (one.stock ?? 9_999)
        expect(checkQuantity(one, quantity) === 'ok').toBe(fits)
      })
    )
  })
  it('steps by a piece or by 0.1 kg', () => {
    expect([quantityStep(false), quantityStep(true)]).toEqual([1, 10])
  })
})

describe('what may share a basket', () => {
  it.each([
    [[], 'digital', 'ok'],
    [['restaurants'], 'restaurants', 'ok'],
    [['shops', 'shops'], 'shops', 'ok'],
    [['restaurants'], 'shops', 'other-family'],
    [['shops'], 'restaurants', 'other-family'],
    [['shops'], 'digital', 'digital-alone'],
    [['digital'], 'restaurants', 'digital-alone'],
    [['digital'], 'services', 'digital-alone'],
    [['digital'], 'digital', 'ok'],
    [['admissions'], 'admissions', 'ok'],
    [['admissions'], 'digital', 'digital-alone'],
    [['digital'], 'admissions', 'digital-alone'],
    [['restaurants'], 'admissions', 'digital-alone'],
    [['admissions'], 'services', 'digital-alone'],
    [['services'], 'shops', 'services-alone'],
    [['restaurants'], 'services', 'services-alone']
  ] as const)('%j and %s: %s', (existing, added, expected) => {
    expect(canJoin(existing, added)).toBe(expected)
  })
  it('only one family ever grows together', () => {
    const families: readonly Family[] = [...new Set(SUPPLIER_KINDS.map(familyOf)), 'admissions']
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...families), { maxLength: 12 }), (tries) => {
        const basket = tries.reduce<Family[]>((held, family) => (canJoin(held, family) === 'ok' ? [...held, family] : held), [])
        expect(new Set(basket).size).toBeLessThanOrEqual(1)
      })
    )
  })
})

describe('options', () => {
  const groups: OptionGroup[] = [
    { id: 1, min: 1, max: 1, type: 'radio', values: [{ id: 11 }, { id: 12 }] },
    { id: 2, min: 0, max: 2, type: 'checkbox', values: [{ id: 21 }, { id: 22 }, { id: 23 }] },
    { id: 3, min: 0, max: 5, type: 'select', values: [{ id: 31 }, { id: 32 }] }
  ]
  it.each([
    [[11], { ok: true }],
    [[22, 12, 21, 31], { ok: true }],
    [[], { ok: false, groupId: 1, problem: 'missing' }],
    [[11, 12], { ok: false, groupId: 1, problem: 'too-many' }],
    [[11, 21, 22, 23], { ok: false, groupId: 2, problem: 'too-many' }],
    [[11, 31, 32], { ok: false, groupId: 3, problem: 'too-many' }],
    [[11, 11], { ok: false, groupId: 1, problem: 'duplicate' }],
    [[11, 99], { ok: false, groupId: null, problem: 'unknown' }]
  ])('%j: %j', (selected, expected) => {
    expect(validateOptions(groups, selected)).toEqual(expected)
  })
  it('a product without options takes none', () => {
    expect(validateOptions([], [])).toEqual({ ok: true })
    expect(validateOptions([], [1])).toEqual({ ok: false, groupId: null, problem: 'unknown' })
  })
  it('the key is the same for every order of picking and differs for different picks', () => {
    const picks = fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 8 })
    fc.assert(
      fc.property(picks, picks, (a, b) => {
        expect(optionsKey([...a].reverse())).toBe(optionsKey(a))
        const same = a.length === b.length && a.every((id) => b.includes(id))
        expect(optionsKey(a) === optionsKey(b)).toBe(same)
      })
    )
    expect(optionsKey([17, 3, 100])).toBe('3|17|100')
    expect(optionsKey([])).toBe('')
  })
})
