import { percentOf, type Amount } from '../money.ts'

/** A rate in hundredths of a percent: 1250 is 12.5 %. */
export type BasisPoints = number

/** Commission on goods after their discounts; packing is the supplier's. Half up. */
export const commissionOf = (goods: Amount, rate: BasisPoints): Amount => percentOf(goods, rate / 100)

/**
 * Splits an amount by weights, in whole hundredths, by largest remainder: the parts add up to it and none is more than one hundredth from
 * its exact share. The first of equal remainders is served first. Throws RangeError without a positive weight, unless the amount is zero.
 */
export const allocate = (total: Amount, weights: readonly Amount[]): Amount[] => {
  const whole = BigInt(total)
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n)
  if (total < 0 || weights.some((weight) => weight < 0)) throw new RangeError('shares are of a positive amount by positive weights')
  if (total === 0) return weights.map(() => 0)
  if (sum === 0n) throw new RangeError(`nothing to share ${total} by`)
  const exact = weights.map((weight) => whole * BigInt(weight))
  const shares = exact.map((share) => share / sum)
  const left = Number(whole - shares.reduce((all, share) => all + share, 0n))
  const byRemainder = exact
    .map((share, index) => ({ index, rest: share % sum }))
    .sort((a, b) => compare(b.rest, a.rest) || a.index - b.index)
  const raised = new Set(byRemainder.slice(0, left).map(({ index }) => index))
  return shares.map((share, index) => Number(share) + (raised.has(index) ? 1 : 0))
}

const compare = (a: bigint, b: bigint): number => (a === b ? 0 : a < b ? -1 : 1)

/**
 * Returns the share of `whole` that goes back with the next `now` of `of`, when `before` of it went back already. In however many steps it
 * goes back: after the last one, exactly the whole has.
 */
export const shareBack = (whole: Amount, of: Amount, before: Amount, now: Amount): Amount => {
  if (before < 0 || now < 0 || before + now > of) throw new RangeError(`${before} and ${now} are more than ${of}`)
  if (of === 0) return 0
  const until = (part: Amount): bigint => (2n * BigInt(whole) * BigInt(part) + BigInt(of)) / (2n * BigInt(of))
  return Number(until(before + now) - until(before))
}
