import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SUPPLIER_KINDS } from '#domain/enums.ts'
import { voucherCode, voucherEffect, type Voucher, type VoucherLine } from '#domain/vouchers/voucher.ts'

const BASE: Voucher = {
  code: 'A',
  title: { hy: 'Զեղչ', en: 'Less', ru: 'Скидка' },
  kind: 'fixed',
  value: 50_000,
  cap: null,
  funder: 'market',
  startsOn: '2026-12-31',
  endsOn: '2027-01-01',
  minimum: 0,
  suppliers: [],
  kinds: [],
  notDiscounted: false,
  methods: []
}
const line: fc.Arbitrary<VoucherLine> = fc.record({
  supplierId: fc.constantFrom(1, 2),
  alias: fc.constantFrom('first', 'second'),
  kind: fc.constantFrom(...SUPPLIER_KINDS),
  price: fc.nat(10_000_000),
  isDiscounted: fc.boolean()
})
const voucher: fc.Arbitrary<Voucher> = fc
  .record({
    kind: fc.constantFrom('fixed', 'percent', 'free-delivery'),
    percent: fc.integer({ min: 1, max: 10_000 }),
    amount: fc.integer({ min: 1, max: 5_000_000 }),
    cap: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
    minimum: fc.nat(1_000_000),
    suppliers: fc.subarray(['first', 'third']),
    notDiscounted: fc.boolean()
  })
  .map(({ percent, amount, ...more }) => ({ ...BASE, ...more, value: more.kind === 'percent' ? percent : amount }))

test('a voucher takes off what it says, from the lines it is for, never more than they cost', () => {
  fc.assert(
    fc.property(voucher, fc.array(line, { maxLength: 6 }), fc.nat(100_000), (one, lines, delivery) => {
      const effect = voucherEffect(one, lines, new Map([[1, delivery]]), '2027-01-01')
      if (typeof effect === 'string') return
      const meant = (at: VoucherLine) =>
        (one.suppliers.length === 0 || one.suppliers.includes(at.alias)) && !(one.notDiscounted && at.isDiscounted)
      const off = effect.lines.reduce((all, amount) => all + amount, 0)
      expect(off + [...effect.deliveries.values()].reduce((all, amount) => all + amount, 0)).toBe(effect.amount)
      effect.lines.forEach((amount, index) => {
        const at = lines[index]
        expect(at && amount >= 0 && amount <= at.price && (amount === 0 || meant(at))).toBe(true)
      })
      if (one.kind === 'percent') expect(effect.amount).toBeLessThanOrEqual(one.cap ?? Infinity)
      if (one.kind === 'fixed') expect(effect.amount).toBeLessThanOrEqual(one.value)
    })
  )
})

test('a voucher is there on its first and its last day, over New Year too', () => {
  const lines: VoucherLine[] = [{ supplierId: 1, alias: 'first', kind: 'restaurant', price: 100_000, isDiscounted: false }]
  const on = (day: string) => voucherEffect(BASE, lines, new Map(), day)
  expect(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'].map((day) => typeof on(day))).toEqual([
    'string',
    'object',
    'object',
    'string'
  ])
})

test('a code is the same however it is typed', () => {
  expect(voucherCode(' ba rev ')).toBe('BAREV')
})
