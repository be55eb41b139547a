import { and, eq } from 'drizzle-orm'
import { payoutPending } from '#domain/ledger/accounts.ts'
import { paidOut } from '#domain/ledger/refunds.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import type { LockOrder } from '../locked-order.ts'
import { closeTender } from '../refund-rows.ts'

const { orderTenders, paymentRefunds, payouts } = schema

/** A person was paid by hand, by a member of staff: the refund is done and the buyer is told. Returns false when no such payout waits. */
export const payOut = (ctx: Context, payoutId: number, paidBy: string, lockOrder: LockOrder): Promise<boolean> =>
  withTransaction(ctx, async (tx) => {
    const [found] = await tx.db
      .select({ orderId: orderTenders.orderId, tenderId: orderTenders.id, refundId: payouts.refundId })
      .from(payouts)
      .innerJoin(paymentRefunds, eq(paymentRefunds.id, payouts.refundId))
      .innerJoin(orderTenders, eq(orderTenders.id, paymentRefunds.tenderId))
      .where(eq(payouts.id, payoutId))
    const order = found && (await lockOrder(tx, found.orderId))
    if (!found || !order) return false
    const at = new Date(tx.now())
    const [paid] = await tx.db
      .update(payouts)
      .set({ state: 'done', doneAt: at, paidBy })
      .where(and(eq(payouts.id, payoutId), eq(payouts.state, 'requested')))
      .returning()
    if (!paid) return false
    await tx.db.update(paymentRefunds).set({ state: 'done', refundedAt: at }).where(eq(paymentRefunds.id, found.refundId))
    await postTransfers(tx, [paidOut(`payout:${payoutId}`, [payoutPending(paid.userId), paid.amount])])
    await closeTender(tx, found.orderId, found.tenderId)
    await order.announceRefund()
    return true
  })
