import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shareLine, withoutAnswer } from '#domain/orders/replacement.ts'

const amount = fc.integer({ min: 0, max: 100_000_000 })
const line = amount.chain((totalPrice) =>
  fc.record({ totalPrice: fc.constant(totalPrice), voucher: fc.integer({ min: 0, max: totalPrice }) })
)

describe('a line and what comes instead of it', () => {
  test('share its money: nothing is lost, nothing is below zero, and nobody pays more', () => {
    fc.assert(
      fc.property(line, amount, (ordered, offered) => {
        const { replacement, back } = shareLine(ordered, offered)
        expect(replacement.totalPrice).toBe(Math.min(offered, ordered.totalPrice))
        expect(replacement.totalPrice + back.totalPrice).toBe(ordered.totalPrice)
        expect(replacement.voucher + back.voucher).toBe(ordered.voucher)
        for (const { totalPrice, voucher } of [replacement, back]) {
          expect(voucher).toBeGreaterThanOrEqual(0)
          expect(voucher).toBeLessThanOrEqual(totalPrice)
          const exact = ordered.totalPrice === 0 ? 0 : (ordered.voucher * totalPrice) / ordered.totalPrice
          expect(Math.abs(voucher - exact)).toBeLessThanOrEqual(1)
        }
      })
    )
  })

  test('who wants to be called gets nothing that was not agreed to', () => {
    expect([withoutAnswer('call'), withoutAnswer('replace'), withoutAnswer('leaveOut')]).toEqual(['leaveOut', 'replace', 'leaveOut'])
  })
})
