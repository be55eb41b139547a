import { asc, eq, gt, sql } from 'drizzle-orm'
import { walletEmptied } from '#domain/ledger/own-money.ts'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { lockCorporateBalance, writeCorporateEntry } from './balance.ts'

const { accountDeletions, ledgerBalances, users } = schema

/** The account of the ledger of the user whose row is read. */
export const accountOf = (userId: typeof accountDeletions.userId) => sql<string>`'liability:wallet:' || ${userId}`

/** Corporate wallets with money of accounts that are to be deleted: they are erased when staff have paid it back. */
export const walletsToEmpty = ({ db }: Pick<Context, 'db'>) =>
  db
    .select({
      userId: accountDeletions.userId,
      since: accountDeletions.requestedAt,
      company: users.companyName,
      amount: sql<number>`${ledgerBalances.balance}`.mapWith(Number)
    })
    .from(accountDeletions)
    .innerJoin(users, eq(users.id, accountDeletions.userId))
    .innerJoin(ledgerBalances, eq(ledgerBalances.account, accountOf(accountDeletions.userId)))
    .where(gt(ledgerBalances.balance, 0n))
    .orderBy(asc(accountDeletions.userId))

/** Staff have paid back what was in the corporate wallet of an account that is to be deleted. Returns how much that was; null where none is. */
export const emptyWallet = (ctx: Context, userId: number): Promise<Amount | null> =>
  withTransaction(ctx, async (tx) => {
    if (!(await walletsToEmpty(tx)).some((each) => each.userId === userId)) return null
    const amount = await lockCorporateBalance(tx, userId)
    if (amount === 0) return null
    const id = await writeCorporateEntry(tx, { userId, type: 'withdrawn', amount: -amount, orderId: null, reason: { why: 'emptied' } })
    await postTransfers(tx, [walletEmptied(`wallet-entry:${id}:emptied`, userId, amount)])
    return amount
  })
