import { and, eq } from 'drizzle-orm'
import { payoutAsPoints } from '#domain/ledger/refunds.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { givePointsForMoney } from '#server/services/wallet/give-points-for-money.ts'
import type { LockOrder } from './locked-order.ts'
import { closeTender } from './refund-rows.ts'

const { orderTenders, paymentRefunds, payouts } = schema

/**
 * A person takes points, which can be spent at once, instead of the money of a refund that people were to pay by hand. Whoever comes first,
 * they or the staff who pay it, has it. Returns false when that refund does not wait for a payout to them.
 */
export const takePayoutAsPoints = (ctx: Context, refundId: number, userId: number, lockOrder: LockOrder): Promise<boolean> =>
  withTransaction(ctx, async (tx) => {
    const [found] = await tx.db
      .select({ payoutId: payouts.id, orderId: orderTenders.orderId, tenderId: orderTenders.id })
      .from(payouts)
      .innerJoin(paymentRefunds, eq(paymentRefunds.id, payouts.refundId))
      .innerJoin(orderTenders, eq(orderTenders.id, paymentRefunds.tenderId))
      .where(and(eq(payouts.refundId, refundId), eq(payouts.userId, userId)))
    const order = found && (await lockOrder(tx, found.orderId))
    if (!found || !order) return false
    const at = new Date(tx.now())
    const [taken] = await tx.db
      .update(payouts)
      .set({ state: 'done', doneAt: at })
      .where(and(eq(payouts.id, found.payoutId), eq(payouts.state, 'requested')))
      .returning()
    if (!taken) return false
    await tx.db.update(paymentRefunds).set({ state: 'done', refundedAt: at, asPoints: true }).where(eq(paymentRefunds.id, refundId))
    await givePointsForMoney(tx, { userId, orderId: found.orderId, amount: taken.amount })
    await postTransfers(tx, [payoutAsPoints(found.payoutId, userId, taken.amount)])
    await closeTender(tx, found.orderId, found.tenderId)
    await order.announceRefund()
    return true
  })
