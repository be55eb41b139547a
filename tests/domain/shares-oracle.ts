import type { Choice, SharedCosts } from '#domain/orders/shares.ts'
import type { Random } from '#tests/load/random.ts'

interface Fraction {
  over: bigint
  under: bigint
}
const greatest = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : greatest(b, a % b))
const fraction = (over: bigint, under: bigint): Fraction => {
  const by = greatest(over, under)
  return { over: over / by, under: under / by }
}
const plus = (a: Fraction, b: Fraction): Fraction => fraction(a.over * b.under + b.over * a.under, a.under * b.under)
const isLess = (a: Fraction, b: Fraction): boolean => a.over * b.under < b.over * a.under

/** The exact share of each person, as a fraction of hundredths. */
export const exactShares = (choices: readonly Choice[], { equally, fee }: SharedCosts): Fraction[] => {
  const paying = choices.filter(({ goods }) => goods > 0)
  const all = paying.reduce((sum, { goods }) => sum + BigInt(goods), 0n)
  return choices.map(({ goods, voucher }) => {
    if (goods === 0) return fraction(0n, 1n)
    const own = fraction(BigInt(goods - voucher), 1n)
    return plus(plus(own, fraction(BigInt(equally), BigInt(paying.length))), fraction(BigInt(fee) * BigInt(goods), all))
  })
}

/** Shares by giving one dram after the other to whoever is owed the most of one, the first of equals: slow, and from the words of the rule. */
export const slowShares = (choices: readonly Choice[], costs: SharedCosts): number[] => {
  const exact = exactShares(choices, costs)
  const total = choices.reduce((sum, { goods, voucher }) => sum + (goods > 0 ? goods - voucher : 0), 0) + costs.equally + costs.fee
  if (!choices.some(({ goods }) => goods > 0)) return choices.map(() => 0)
  const unit = total % 100 === 0 ? 100n : 1n
  const given = exact.map(({ over, under }) => (over / under / unit) * unit)
  let left = BigInt(total) - given.reduce((sum, amount) => sum + amount, 0n)
  const owed = (index: number): Fraction => plus(exact[index] ?? fraction(0n, 1n), fraction(-(given[index] ?? 0n), 1n))
  while (left > 0n) {
    let most = -1
    for (const [index, { goods }] of choices.entries()) if (goods > 0 && (most < 0 || isLess(owed(most), owed(index)))) most = index
    given[most] = (given[most] ?? 0n) + unit
    left -= unit
  }
  return given.map(Number)
}

/** A group order as it may be: up to fifty people, some of whom chose nothing, in whole drams or not. */
export const randomGroup = (random: Random): { choices: Choice[]; costs: SharedCosts } => {
  const pick = (most: number): number => Math.floor(random() * (most + 1))
  const step = random() < 0.8 ? 100 : 1
  const choices = Array.from({ length: 1 + pick(random() < 0.9 ? 11 : 49) }, () => {
    const goods = random() < 0.1 ? 0 : (1 + pick(20_000)) * step
    return { goods, voucher: random() < 0.2 ? Math.floor((goods * pick(100)) / 100 / step) * step : 0 }
  })
  const paid = choices.some(({ goods }) => goods > 0)
  return { choices, costs: { equally: paid ? pick(2_000) * step : 0, fee: paid ? pick(1_500) * step : 0 } }
}
