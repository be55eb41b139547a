import { eq } from 'drizzle-orm'
import { walletToppedUp } from '#domain/ledger/own-money.ts'
import type { Amount } from '#domain/money.ts'
import { topUpNumber } from '#domain/rewards/corporate-wallet.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { writeCorporateEntry } from './balance.ts'

const { accountDeletions, walletTopUps } = schema

/**
 * Records money that came to the shop's bank account for an invoice of a corporate wallet: `named`, or what the invoice still asks for. All
 * of it is in the wallet at once. Returns what came and what is left; null, and records nothing, when there is no such invoice, its account
 * was erased, or nothing is due and no amount was named.
 */
export const receiveTopUp = (ctx: Context, id: number, named: Amount | null): Promise<{ amount: Amount; left: Amount } | null> =>
  withTransaction(ctx, async (tx) => {
    const [found] = await tx.db.select().from(walletTopUps).where(eq(walletTopUps.id, id)).for('update')
    if (!found) return null
    const { userId, amount: asked, received } = found
    // An account that is being erased just now has to be erased first.
    const [deletion] = await tx.db.select().from(accountDeletions).where(eq(accountDeletions.userId, userId)).for('update')
    if (deletion?.erasedAt) return null
    const amount = named ?? Math.max(0, asked - received)
    if (amount === 0) return null
    await tx.db
      .update(walletTopUps)
      .set({ received: received + amount })
      .where(eq(walletTopUps.id, id))
    const reason = { why: 'toppedUp', invoice: topUpNumber(id) } as const
    const entryId = await writeCorporateEntry(tx, { userId, type: 'recalculation', amount, orderId: null, reason })
    await postTransfers(tx, [walletToppedUp(`wallet-entry:${entryId}:topped-up`, userId, amount)])
    return { amount, left: Math.max(0, asked - received - amount) }
  })
