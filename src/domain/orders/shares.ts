import type { Amount } from '#domain/money.ts'

/** What somebody chose in a group order: its price, and what a voucher takes off it. */
export interface Choice {
  goods: Amount
  voucher: Amount
}
/** What everybody pays together: `equally` delivery, packing and tip, `fee` the service fee. */
export interface SharedCosts {
  equally: Amount
  fee: Amount
}

const DRAM = 100

/**
 * How much of an order each person bears, in the order of joining: the own goods less their voucher, an equal part of `equally`, and a part of
 * the fee in proportion to the goods. Who chose nothing bears nothing. Shares are whole drams (hundredths, where the total is no whole number
 * of them) and add up to the total exactly: exact shares are rounded down, and what is left goes to the largest remainders, a dram each, of
 * equal ones to whoever joined first. Nobody bears a dram more than one above the exact share.
 */
export const sharesOf = (choices: readonly Choice[], { equally, fee }: SharedCosts): Amount[] => {
  const paying = choices.filter(({ goods }) => goods > 0)
  const all = paying.reduce((sum, { goods }) => sum + goods, 0)
  const total = paying.reduce((sum, { goods, voucher }) => sum + goods - voucher, 0) + equally + fee
  if (paying.length === 0) return choices.map(() => 0)
  const unit = total % DRAM === 0 ? DRAM : 1
  // Exact shares are fractions with one denominator.
  const denominator = BigInt(paying.length) * BigInt(all) * BigInt(unit)
  const exact = choices.map(({ goods, voucher }) =>
    goods > 0
      ? BigInt(goods - voucher) * BigInt(paying.length) * BigInt(all) +
        BigInt(equally) * BigInt(all) +
        BigInt(fee) * BigInt(goods) * BigInt(paying.length)
      : 0n
  )
  const shares = exact.map((numerator) => Number(numerator / denominator))
  const left = total / unit - shares.reduce((sum, share) => sum + share, 0)
  const remainders = exact.map((numerator, index) => ({ index, remainder: numerator % denominator }))
  const largest = remainders
    .filter(({ index }) => (choices[index]?.goods ?? 0) > 0)
    .toSorted((one, other) => (one.remainder === other.remainder ? one.index - other.index : one.remainder > other.remainder ? -1 : 1))
  for (const { index } of largest.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1
  return shares.map((share) => share * unit)
}
