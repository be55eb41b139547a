import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasBalance, isNeverBelowZero, points, refundPending, wallet, type Account } from '#domain/ledger/accounts.ts'
import { orderDelivered, orderFunded, totalOf } from '#domain/ledger/order.ts'
import { orderRefundedInTurn } from '#domain/ledger/refunds.ts'
import { allocate, commissionOf, shareBack } from '#domain/ledger/shares.ts'
import { sizeOf, transfer, TRANSFER_KINDS } from '#domain/ledger/transfer.ts'
import { runOperations } from '#tests/support/ledger-books.ts'
import { ORDER, sideOf } from '#tests/support/postings.ts'

describe('a whole order', () => {
  const to = refundPending('arca')
  it('goes back in several refunds, from the same accounts as in one', () => {
    const total = totalOf(ORDER)
    const [first, second] = orderRefundedInTurn(ORDER, [
      { refundId: 1, amount: 370_000, to },
      { refundId: 2, amount: total - 370_000, to }
    ])
    if (!first || !second) throw new Error('two refunds are two transfers')
    expect([sideOf(first, true), sideOf(second, true)]).toEqual([
      'payable:supplier:7 350000, payable:tips:1 20000',
      'payable:supplier:7 10000, payable:supplier:8 99999, revenue:commission 50000, revenue:delivery 50000, revenue:service-fee 15001'
    ])
    expect(() => orderRefundedInTurn(ORDER, [{ refundId: 3, amount: total + 1, to }])).toThrow('differ by 1')
  })
})

describe('a transfer', () => {
  it('refuses what does not add up, fractions and negative amounts', () => {
    expect(() => transfer('settled', 'x', [['bank', 2]], [['tax:withheld', 1]])).toThrow('x: what leaves and what arrives differ by -1')
    expect(() => transfer('settled', 'x', [['bank', 0.5]], [['tax:withheld', 0.5]])).toThrow('0.5 is no amount')
    expect(() => transfer('settled', 'x', [['bank', -1]], [['tax:withheld', -1]])).toThrow('-1 is no amount')
    expect(() => transfer('settled', 'x', [['bank', 2 ** 53]], [['tax:withheld', 2 ** 53]])).toThrow('is no amount')
  })
  it('has one entry an account and none of zero', () => {
    const posted = transfer(
      'settled',
      'x',
      [
        ['bank', 2],
        ['bank', 3]
      ],
      [
        ['tax:withheld', 5],
        ['clearing:a', 0]
      ]
    )
    expect(posted.entries).toEqual([
      { account: 'bank', amount: -5n },
      { account: 'tax:withheld', amount: 5n }
    ])
    expect(sizeOf(posted)).toBe(5n)
    expect(orderDelivered(1, '12', 0).entries).toEqual([])
  })
  it('of a funded order moves its total', () => {
    expect(sizeOf(orderFunded(ORDER))).toBe(BigInt(totalOf(ORDER)))
  })
})

describe('accounts', () => {
  const account = (name: Account): Account => name
  it('whose money is owed are never below zero', () => {
    expect(
      ['receivable:order:1', 'liability:points:1', 'refund:pending:arca', 'suspense:bank'].map((name) => isNeverBelowZero(name as Account))
    ).toEqual([true, true, true, true])
    expect(
      ['clearing:arca', 'cash:courier:any', 'bank', 'cost:points', 'payable:supplier:1'].map((name) => isNeverBelowZero(name as Account))
    ).toEqual([false, false, false, false, false])
  })
  it('of people and cards have a stored balance', () => {
    expect([wallet(1), points(1), account('liability:gift-card:1'), account('receivable:order:1')].map(hasBalance)).toEqual([
      true,
      true,
      true,
      false
    ])
  })
})

const amount = fc.integer({ min: 0, max: 10_000_000_000 })

describe('shares', () => {
  it('by largest remainder, the first of equals first', () => {
    expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(allocate(1_000, [3, 3, 1])).toEqual([429, 428, 143])
    expect(allocate(0, [0, 0])).toEqual([0, 0])
    expect(allocate(5, [0, 2])).toEqual([0, 5])
    expect(() => allocate(5, [0])).toThrow('nothing to share')
    expect(() => allocate(-5, [1])).toThrow('positive')
  })
  it('add up, and none is a hundredth away from its exact share', () => {
    fc.assert(
      fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 20 }), (total, weights) => {
        const sum = weights.reduce((all, weight) => all + weight, 0)
        fc.pre(sum > 0)
        const shares = allocate(total, weights)
        expect(shares.reduce((all, share) => all + share, 0)).toBe(total)
        shares.forEach((share, index) => {
          const off = BigInt(share) * BigInt(sum) - BigInt(total) * BigInt(weights[index] ?? 0)
          expect((off < 0n ? -off : off) < BigInt(sum)).toBe(true)
        })
      })
    )
  })
  it('of commission are in hundredths of a percent, half up', () => {
    expect([commissionOf(400_000, 1250), commissionOf(1, 5000), commissionOf(3, 1_000), commissionOf(99_999, 0)]).toEqual([50_000, 1, 0, 0])
  })
  it('go back completely in however many steps', () => {
    fc.assert(
      fc.property(amount, fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 12 }), (whole, steps) => {
        const of = steps.reduce((all, step) => all + step, 0)
        fc.pre(of > 0)
        let before = 0
        let returned = 0
        for (const step of steps) {
          const share = shareBack(whole, of, before, step)
          expect(share).toBeGreaterThanOrEqual(0)
          returned += share
          before += step
        }
        expect(returned).toBe(whole)
      })
    )
    expect(() => shareBack(1, 10, 5, 6)).toThrow('more than 10')
    expect(shareBack(0, 0, 0, 0)).toBe(0)
  })
})

it('10,000 random operations: every transfer and the whole are zero, nothing is below zero, each cause counts once', () => {
  const result = runOperations(10_000, 20_261_123)
  expect(result).toMatchObject({ sum: 0n, belowZero: [], doubled: 0, unbalanced: 0 })
  expect(result.kinds).toEqual(new Set(TRANSFER_KINDS))
  expect(result.transfers).toBeGreaterThan(8_000)
  expect(result.repeated).toBeGreaterThan(100)
  expect(result.refused).toBeGreaterThan(10)
})
