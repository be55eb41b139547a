import { wallet } from '#domain/ledger/accounts.ts'
import { ownSpent } from '#domain/ledger/received.ts'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { writeCorporateEntry } from './balance.ts'

interface Share {
  userId: number
  orderId: number
  tenderId: number
  amount: Amount
}

/** A locked corporate wallet pays a tender. */
export const spendCorporate = async (tx: Context, { userId, orderId, tenderId, amount }: Share): Promise<void> => {
  await writeCorporateEntry(tx, { userId, type: 'withdrawn', amount: -amount, orderId, tenderId, reason: { why: 'spent' } })
  await postTransfers(tx, [ownSpent(tenderId, orderId, [wallet(userId), amount])])
}

/** Money that a corporate wallet paid comes back to it. Returns the entry of the history. The caller posts where it comes from. */
export const giveCorporateBack = (
  tx: Context,
  { userId, orderId, tenderId, amount, why }: Share & { why: 'returned' | 'lowered' }
): Promise<number> => writeCorporateEntry(tx, { userId, type: 'refund', amount, orderId, tenderId, reason: { why } })
