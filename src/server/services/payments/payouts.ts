import { and, eq, type SQL } from 'drizzle-orm'
import { payoutPending } from '#domain/ledger/accounts.ts'
import { paidOut, payoutAsPoints, payoutToWallet } from '#domain/ledger/refunds.ts'
import type { Transfer } from '#domain/ledger/transfer.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import type { StoreCredit } from '#domain/payment.ts'
import { writeCorporateEntry } from '#server/services/wallet/corporate/balance.ts'
import { givePointsForMoney } from '#server/services/wallet/give-points-for-money.ts'
import type { LockOrder } from './locked-order.ts'
import { closeTender } from './refund-rows.ts'

const { orderTenders, paymentRefunds, payouts } = schema

/** A person was paid by hand, by a member of staff: the refund is done and the buyer is told. Returns false when no such payout waits. */
export const payOut = (ctx: Context, payoutId: number, paidBy: string, lockOrder: LockOrder): Promise<boolean> =>
  endPayout(ctx, lockOrder, {
    where: eq(payouts.id, payoutId),
    paidBy,
    settle: (_, { id, userId, amount }) => Promise.resolve(paidOut(`payout:${id}`, [payoutPending(userId), amount]))
  })

/**
 * A person takes store credit instead of the money of a refund that people were to pay by hand: points, which can be spent at once, or a
 * company in its wallet.
 * Whoever comes first, they or the staff who pay it, has it. Returns false when that refund does not wait for a payout to them.
 */
export const payOutAsCredit = (ctx: Context, refundId: number, userId: number, as: StoreCredit, lockOrder: LockOrder): Promise<boolean> =>
  endPayout(ctx, lockOrder, {
    where: and(eq(payouts.refundId, refundId), eq(payouts.userId, userId)),
    as,
    settle: async (tx, { id, amount, orderId }) => {
      const credit = { userId, orderId, amount }
      if (as === 'points') await givePointsForMoney(tx, credit)
      else await writeCorporateEntry(tx, { ...credit, type: 'refund', reason: { why: 'refunded' } })
      return as === 'points' ? payoutAsPoints(id, userId, amount) : payoutToWallet(id, userId, amount)
    }
  })

type Payout = typeof payouts.$inferSelect & { orderId: number }

interface Ending {
  /** Which payout. */
  where: SQL | undefined
  /** Who of the staff paid it, or the store credit that its person takes. */
  paidBy?: string
  as?: StoreCredit
  /** Gives the person what they get; returns where the money goes. */
  settle: (tx: Context, payout: Payout) => Promise<Transfer>
}

const endPayout = (ctx: Context, lockOrder: LockOrder, { where, paidBy, as, settle }: Ending): Promise<boolean> =>
  withTransaction(ctx, async (tx) => {
    const [found] = await tx.db
      .select({ id: payouts.id, orderId: orderTenders.orderId, tenderId: orderTenders.id })
      .from(payouts)
      .innerJoin(paymentRefunds, eq(paymentRefunds.id, payouts.refundId))
      .innerJoin(orderTenders, eq(orderTenders.id, paymentRefunds.tenderId))
      .where(where)
    const order = found && (await lockOrder(tx, found.orderId))
    if (!found || !order) return false
    const at = new Date(tx.now())
    const [ended] = await tx.db
      .update(payouts)
      .set({ state: 'done', doneAt: at, paidBy: paidBy ?? null })
      .where(and(eq(payouts.id, found.id), eq(payouts.state, 'requested')))
      .returning()
    if (!ended) return false
    await tx.db
      .update(paymentRefunds)
      .set({ state: 'done', refundedAt: at, asPoints: as === 'points', inWallet: as === 'corporateWallet' })
      .where(eq(paymentRefunds.id, ended.refundId))
    await postTransfers(tx, [await settle(tx, { ...ended, orderId: found.orderId })])
    await closeTender(tx, found.orderId, found.tenderId)
    await order.announceRefund()
    return true
  })
