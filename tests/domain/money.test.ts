import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  discounted,
  dramPercentOf,
  formatAmd,
  formatMoney,
  formatNumber,
  fromAmd,
  percentOf,
  priceOfQuantity,
  toAmd
} from '#domain/money.ts'
import { LOCALES } from '#domain/locale.ts'

const amount = fc.integer({ min: 0, max: 10_000_000_000 })
const percent = fc.integer({ min: 0, max: 10_000 }).map((points) => points / 100)
const locale = fc.constantFrom(...LOCALES)

/** Half up in whole numbers of any size: the second opinion. */
const halfUp = (dividend: bigint, divisor: bigint): number => Number((2n * dividend + divisor) / (2n * divisor))

describe('display', () => {
  it.each([
    [250_000, 'hy', 'AMD', '2 500 ֏'],
    [250_050, 'hy', 'AMD', '2 500,5 ֏'],
    [250_050, 'en', 'AMD', '2 500.5 ֏'],
    [123_456_789_00, 'ru', 'AMD', '123 456 789 ֏'],
    [0, 'hy', 'AMD', '0 ֏'],
    [-40_000, 'hy', 'AMD', '−400 ֏'],
    [115, 'en', 'AMD', '1.2 ֏'],
    [250_005, 'en', 'AMD', '2 500.1 ֏'],
    [5, 'en', 'AMD', '0.1 ֏'],
    [1_999, 'en', 'USD', '19.99 $'],
    [2_000, 'ru', 'RUB', '20,00 ₽'],
    [7, 'hy', 'EUR', '0,07 €']
  ] as const)('%i %s %s is %s', (value, language, currency, text) => {
    expect(formatMoney(value, language, currency)).toBe(text.replaceAll(' ', '\u00a0'))
  })
  it('takes AMD as the wire carries it', () => {
    expect(formatAmd(2500.5, 'hy')).toBe('2\u00a0500,5\u00a0֏')
  })
  it('can be read back, to a tenth of a dram', () => {
    fc.assert(
      fc.property(amount, locale, (value, language) => {
        const text = formatMoney(value, language)
        expect(text).not.toMatch(/ /)
        const read = Number(text.replace(/[\u00a0֏]/g, '').replace(',', '.'))
        expect(Math.abs(read * 100 - value)).toBeLessThanOrEqual(5.001)
        expect(/[.,]/.test(text)).toBe(value % 100 !== 0)
      })
    )
  })
  it('two decimals are exact', () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(Math.round(Number(formatMoney(value, 'en', 'USD').replace(/[\u00a0$]/g, '')) * 100)).toBe(value)
      })
    )
  })
  it('numbers round as people count, not as binary fractions do', () => {
    expect(formatNumber(1.005, 2, 'en')).toBe('1.01')
    expect(formatNumber(1.15, 1, 'en')).toBe('1.2')
    expect(formatNumber(-0.001, 2, 'en')).toBe('0.00')
    expect(formatNumber(1234567.891, 2, 'hy')).toBe('1\u00a0234\u00a0567,89')
    expect(formatNumber(999, 0, 'ru')).toBe('999')
  })
})

describe('rounding', () => {
  it('AMD to hundredths and back is the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), (value) => {
        expect(fromAmd(toAmd(value))).toBe(value + 0)
      })
    )
    expect(Object.is(fromAmd(-0), 0)).toBe(true)
  })
  it('shares are half up, whatever the float product would be', () => {
    fc.assert(
      fc.property(amount, percent, (value, share) => {
        const points = BigInt(Math.round(share * 100))
        expect(percentOf(value, share)).toBe(halfUp(BigInt(value) * points, 10_000n))
        expect(dramPercentOf(value, share)).toBe(halfUp(BigInt(value) * points, 1_000_000n) * 100)
      })
    )
    expect(percentOf(50, 1)).toBe(1)
    expect(percentOf(49, 1)).toBe(0)
  })
  it('a discounted price is whole drams, between zero and the price, and falls as the discount grows', () => {
    fc.assert(
      fc.property(amount, percent, percent, (value, a, b) => {
        const [less, more] = a < b ? [a, b] : [b, a]
        const price = discounted(value, more)
        expect(price).toBeGreaterThanOrEqual(0)
        expect(price).toBeLessThanOrEqual(discounted(value, less))
        expect(discounted(value, less)).toBeLessThanOrEqual(value)
        if (more > 0 && price < value) expect(price % 100).toBe(0)
      })
    )
    expect(discounted(420_000, 15)).toBe(357_000)
    expect(discounted(199, 1)).toBe(199)
    expect(discounted(100_000, 120)).toBe(0)
    expect(discounted(12_350, 0)).toBe(12_350)
  })
  it('weighed prices are whole drams within half a dram; pieces are exact', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.integer({ min: 1, max: 9_999 }), (unitPrice, quantity) => {
        const price = priceOfQuantity(unitPrice, quantity, true)
        expect(price % 100).toBe(0)
        expect(price).toBe(halfUp(BigInt(unitPrice) * BigInt(quantity), 10_000n) * 100)
        expect(priceOfQuantity(unitPrice, quantity, false)).toBe(unitPrice * quantity)
      })
    )
    expect(priceOfQuantity(420_000, 35, true)).toBe(147_000)
  })
})
