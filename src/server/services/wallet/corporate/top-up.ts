import { and, desc, eq, gt, lt, or } from 'drizzle-orm'
import type { TopUp } from '#contract/wallet/calls.ts'
import { fromAmd, toAmd } from '#domain/money.ts'
import { topUpNumber } from '#domain/rewards/corporate-wallet.ts'
import { endOfDay, yerevan } from '#domain/time/yerevan-time.ts'
import { bankAccountOf } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { isCompany } from './balance.ts'

const { users, walletTopUps } = schema
export type TopUpRow = typeof walletTopUps.$inferSelect
/** Invoices that one account can have open. */
const MAX_OPEN = 10

/**
 * Writes an invoice that tops the corporate wallet of the caller up (POST /ewallet/topup). CORPORATE_WALLET_UNAVAILABLE for who is no
 * company with an Armenian tax id, and where the shop has no bank account; CONFLICT while ten of them are not paid.
 */
export const topUp = (ctx: Context, amount: number): Promise<TopUp> => {
  const { userId } = requireUser(ctx)
  return withTransaction(ctx, async (tx) => {
    const { companyName, tin } = users
    const [buyer] = await tx.db.select({ companyName, tin }).from(users).where(eq(users.id, userId)).for('update')
    if (!buyer || !isCompany(buyer) || !bankAccountOf(tx.config)) throw fail('CORPORATE_WALLET_UNAVAILABLE', { vars: { context: 'topUp' } })
    if ((await openTopUps(tx, userId)).length >= MAX_OPEN) throw fail('CONFLICT', { field: 'amount', vars: { context: 'topUp' } })
    const now = tx.now()
    const dueAt = new Date(endOfDay(now, tx.config.TRANSFER_DAYS))
    const [row] = await tx.db
      .insert(walletTopUps)
      .values({
        ...{ userId, amount: fromAmd(amount), dueAt, createdAt: new Date(now) },
        ...{ companyName: buyer.companyName ?? '', tin: buyer.tin ?? '' }
      })
      .returning()
    if (!row) throw new Error('the inserted top-up was not returned')
    return presentTopUp(row)
  })
}

/** The invoices of an account that wait for all or some of their money, the newest first. After their day they are not shown, but taken. */
export const openTopUps = (ctx: Pick<Context, 'db' | 'now'>, userId: number): Promise<TopUpRow[]> =>
  ctx.db
    .select()
    .from(walletTopUps)
    .where(
      and(
        eq(walletTopUps.userId, userId),
        lt(walletTopUps.received, walletTopUps.amount),
        or(gt(walletTopUps.dueAt, new Date(ctx.now())), gt(walletTopUps.received, 0))
      )
    )
    .orderBy(desc(walletTopUps.id))

export const presentTopUp = ({ id, amount, received, dueAt }: TopUpRow): TopUp => ({
  number: topUpNumber(id),
  amount: toAmd(amount),
  received: toAmd(received),
  lastDay: yerevan(dueAt.getTime() - 1).date
})
