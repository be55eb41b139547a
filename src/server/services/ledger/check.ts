import { sql } from 'drizzle-orm'
import type { PaymentProvider } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { checkAccounts } from './check-accounts.ts'
import { checkClearing } from './check-clearing.ts'
import { checkProviders } from './check-providers.ts'
import { checkTransfers } from './check-transfers.ts'
import type { Difference } from './difference.ts'

export type CheckReason = 'nightly' | 'crash' | 'command'

export interface CheckContext extends Pick<Context, 'db' | 'now'> {
  providers: readonly Pick<PaymentProvider, 'provider' | 'books'>[]
}

export interface CheckOutcome {
  entries: number
  differences: Difference[]
}

/** Only of the statements of the check: they group a million rows, without files. */
const WORK_MEMORY = sql`set local work_mem = '64MB'`
/** The embedded database has none by itself, a server's may be old: without them the joins take three times as long. */
const STATISTICS = sql`analyze ledger_transfers, ledger_entries, payments, orders, order_tenders`

/**
 * Proves that the ledger adds up and says what the shop's tables and the providers' own books say. Each statement sees one moment, in which
 * rows and their transfers were written together; nothing is locked. The outcome is stored.
 */
export const checkLedger = async (ctx: CheckContext, reason: CheckReason): Promise<CheckOutcome> => {
  await ctx.db.execute(STATISTICS)
  const roomy = <T>(check: (ctx: Pick<Context, 'db'>) => Promise<T>): Promise<T> =>
    ctx.db.transaction(async (db) => {
      await db.execute(WORK_MEMORY)
      return check({ db })
    })
  const { entries, differences } = await roomy(checkTransfers)
  const found = [
    ...differences,
    ...(await roomy(checkAccounts)),
    ...(await roomy(checkClearing)),
    ...(await checkProviders(ctx, ctx.providers))
  ]
  await ctx.db.insert(schema.ledgerChecks).values({ reason, at: new Date(ctx.now()), entries, differences: found.length })
  return { entries, differences: found }
}
