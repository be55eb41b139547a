import { and, asc, eq } from 'drizzle-orm'
import { payoutPending } from '#domain/ledger/accounts.ts'
import { paidOut } from '#domain/ledger/refunds.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { postTransfers } from '#server/services/ledger/post.ts'

const { pointWithdrawals } = schema
const MAX_LISTED = 200

/** Withdrawals that staff have to pay. */
export const waitingWithdrawals = ({ db }: Pick<Context, 'db'>) =>
  db.select().from(pointWithdrawals).where(eq(pointWithdrawals.state, 'requested')).orderBy(asc(pointWithdrawals.id)).limit(MAX_LISTED)

/** A member of staff has paid a withdrawal. Returns false when no such one waits. */
export const payWithdrawal = (ctx: Context, id: number, paidBy: string): Promise<boolean> =>
  withTransaction(ctx, async (tx) => {
    const [paid] = await tx.db
      .update(pointWithdrawals)
      .set({ state: 'paid', paidAt: new Date(tx.now()), paidBy })
      .where(and(eq(pointWithdrawals.id, id), eq(pointWithdrawals.state, 'requested')))
      .returning()
    if (!paid) return false
    await postTransfers(tx, [paidOut(`withdrawal:${id}:paid`, [payoutPending(paid.userId), paid.amount - paid.tax])])
    return true
  })
