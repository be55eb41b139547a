import type { Amount } from '../money.ts'
import type { Account } from './accounts.ts'

/** What moves money. One word for each row of the table of postings. */
export const TRANSFER_KINDS = [
  'payment.captured',
  'door.received',
  'bank.received',
  'own.spent',
  'own.returned',
  'voucher.funded',
  'voucher.returned',
  'order.funded',
  'order.delivered',
  'gift-card.sold',
  'tip.given',
  'order.refunded',
  'receivable.refunded',
  'money.unmatched',
  'money.matched',
  'refund.sent',
  'settled',
  'paid-out',
  'payout.as-points',
  'payout.to-wallet',
  'points.earned',
  'points.withdrawn',
  'points.lost',
  'gift-card.issued',
  'gift-card.withdrawn',
  'gift-card.expired',
  'wallet.topped-up',
  'wallet.emptied',
  'goodwill',
  'written-off',
  'provider-fee'
] as const
export type TransferKind = (typeof TRANSFER_KINDS)[number]

/** Hundredths of a dram, signed: minus leaves the account, plus goes to it. */
export interface Entry {
  account: Account
  amount: bigint
}

/** One movement of money. `cause` names what happened; a cause moves money once. */
export interface Transfer {
  kind: TransferKind
  cause: string
  entries: readonly Entry[]
}

/** An account and the amount that leaves it or goes to it. */
export type Side = readonly [Account, Amount]

export const sumOf = (entries: readonly Pick<Entry, 'amount'>[]): bigint => entries.reduce((sum, { amount }) => sum + amount, 0n)

/** What a transfer moves: the sum of what goes to accounts. */
export const sizeOf = ({ entries }: Pick<Transfer, 'entries'>): bigint => sumOf(entries.filter(({ amount }) => amount > 0n))

/**
 * Returns a transfer of the amounts of `from` to those of `to`, one entry an account, without entries of zero. Throws RangeError when an
 * amount is negative or fractional, or when the two sums differ. A transfer of nothing has no entries.
 */
export const transfer = (kind: TransferKind, cause: string, from: readonly Side[], to: readonly Side[]): Transfer => {
  const sums = new Map<Account, bigint>()
  const add = ([account, amount]: Side, sign: bigint): void => {
    if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`${cause}: ${amount} is no amount for ${account}`)
    sums.set(account, (sums.get(account) ?? 0n) + sign * BigInt(amount))
  }
  for (const side of from) add(side, -1n)
  for (const side of to) add(side, 1n)
  const entries = [...sums].filter(([, amount]) => amount !== 0n).map(([account, amount]) => ({ account, amount }))
  const sum = sumOf(entries)
  if (sum !== 0n) throw new RangeError(`${cause}: what leaves and what arrives differ by ${sum}`)
  return { kind, cause, entries }
}

/** What a transfer takes, and from which accounts. */
export const fromSides = ({ entries }: Pick<Transfer, 'entries'>): Side[] =>
  entries.flatMap(({ account, amount }): Side[] => (amount < 0n ? [[account, Number(-amount)]] : []))
