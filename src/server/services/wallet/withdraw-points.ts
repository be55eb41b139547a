import { and, eq } from 'drizzle-orm'
import type { Withdrawal } from '#contract/wallet/calls.ts'
import { pointsWithdrawn, withdrawalTax } from '#domain/ledger/own-money.ts'
import { fromAmd, toAmd } from '#domain/money.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { takeFromLots, writeEntry } from './lots.ts'
import { lockPoints } from './spend-points.ts'

const { pointWithdrawals } = schema
const SHOWN_DIGITS = 4

/**
 * Takes points that staff will pay to a bank account (POST /ewallet/withdraw): 20 % of them are withheld as tax. POINTS_NOT_AVAILABLE when
 * fewer can be spent, WITHDRAWAL_UNDER_WAY while an earlier one is not paid, so that two taps withdraw once.
 */
export const withdrawPoints = (ctx: Context, { points, account }: { points: number; account: string }): Promise<Withdrawal> => {
  const { userId } = requireUser(ctx)
  const amount = fromAmd(points)
  return withTransaction(ctx, async (tx) => {
    const locked = await lockPoints(tx, userId)
    const tax = withdrawalTax(amount)
    const [row] = await tx.db
      .insert(pointWithdrawals)
      .values({ userId, amount, tax, account, requestedAt: new Date(tx.now()) })
      .onConflictDoNothing()
      .returning()
    if (!row) throw fail('WITHDRAWAL_UNDER_WAY', { field: 'points' })
    if (locked.available < amount)
      throw fail('POINTS_NOT_AVAILABLE', { field: 'points', vars: { available: Math.floor(toAmd(locked.available)) } })
    await takeFromLots(tx, locked.lots, amount)
    await writeEntry(tx, { userId, type: 'withdrawn', amount: -amount, orderId: null, reason: { why: 'paidOut', tax } })
    await postTransfers(tx, [pointsWithdrawn(`withdrawal:${row.id}`, userId, amount)])
    return present(row)
  })
}

/** The withdrawal of a person that staff have not paid; null without one. */
export const waitingWithdrawal = async ({ db }: Pick<Context, 'db'>, userId: number): Promise<Withdrawal | null> => {
  const [row] = await db
    .select()
    .from(pointWithdrawals)
    .where(and(eq(pointWithdrawals.userId, userId), eq(pointWithdrawals.state, 'requested')))
  return row ? present(row) : null
}

const present = ({ amount, tax, account, requestedAt }: typeof pointWithdrawals.$inferSelect): Withdrawal => ({
  points: toAmd(amount),
  tax: toAmd(tax),
  amount: toAmd(amount - tax),
  account: account.slice(-SHOWN_DIGITS),
  at: toIso(requestedAt.getTime())
})
