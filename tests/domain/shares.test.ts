import { describe, expect, test } from 'vitest'
import { sharesOf } from '#domain/orders/shares.ts'
import { createRandom } from '#tests/load/random.ts'
import { exactShares, randomGroup, slowShares } from './shares-oracle.ts'

const SEED = Number(process.env['RANDOM_SEED'])
const goods = (...amounts: number[]) => amounts.map((amount) => ({ goods: amount * 100, voucher: 0 }))
const inDrams = (amounts: readonly number[]): number[] => amounts.map((amount) => amount / 100)

describe('shares of a group order', () => {
  test('are the own goods and an equal part of what is delivered once', () => {
    expect(inDrams(sharesOf(goods(1000, 2000, 3000), { equally: 60_000, fee: 0 }))).toEqual([1200, 2200, 3200])
  })
  test('have the fee in proportion to the goods', () => {
    expect(inDrams(sharesOf(goods(1000, 3000), { equally: 0, fee: 12_000 }))).toEqual([1030, 3090])
  })
  test('are whole drams: what is left goes to the largest remainders, of equal ones to whoever joined first', () => {
    expect(inDrams(sharesOf(goods(1000, 1000, 1000), { equally: 50_000, fee: 0 }))).toEqual([1167, 1167, 1166])
    expect(inDrams(sharesOf(goods(1000, 2000), { equally: 0, fee: 10_000 }))).toEqual([1033, 2067])
  })
  test('are less by a voucher, line by line', () => {
    expect(inDrams(sharesOf([{ goods: 100_000, voucher: 50_000 }, ...goods(1000)], { equally: 20_000, fee: 0 }))).toEqual([600, 1100])
  })
  test('are nothing for who chose nothing, and for nobody at all', () => {
    expect(inDrams(sharesOf(goods(0, 1000, 0), { equally: 50_000, fee: 3_000 }))).toEqual([0, 1530, 0])
    expect(sharesOf(goods(0, 0), { equally: 0, fee: 0 })).toEqual([0, 0])
    expect(sharesOf([], { equally: 0, fee: 0 })).toEqual([])
  })
  test('are hundredths where the total is no whole number of drams', () => {
    expect(sharesOf([{ goods: 10_050, voucher: 0 }, ...goods(100)], { equally: 1, fee: 0 })).toEqual([10_051, 10_000])
  })

  test('add up, are fair to the dram and what the slow way finds, of 10,000 random groups', () => {
    const random = createRandom(SEED)
    for (let count = 0; count < 10_000; count += 1) {
      const { choices, costs } = randomGroup(random)
      const shares = sharesOf(choices, costs)
      const name = `seed ${SEED}, group ${count}`
      expect(shares, name).toEqual(slowShares(choices, costs))
      const total = choices.reduce((sum, choice) => sum + choice.goods - choice.voucher, 0) + costs.equally + costs.fee
      expect(
        shares.reduce((sum, share) => sum + share, 0),
        name
      ).toBe(total)
      for (const [index, { over, under }] of exactShares(choices, costs).entries())
        if (BigInt(shares[index] ?? 0) * under > over + 100n * under) throw new Error(`${name}: ${index} bears more than a dram too much`)
    }
  })
})
