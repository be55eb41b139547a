import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { settled } from '#domain/ledger/refunds.ts'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { ADVISORY_LOCK } from '#server/db/advisory-locks.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { courierMoney } from './stuck.ts'

/** A courier hands over cash. Returns what the courier still has; null, and nothing is done, when it is more than the courier took. */
export const handOver = (ctx: Context, courier: string, amount: Amount): Promise<Amount | null> =>
  withTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK.cashOfCourier}, hashtext(${courier}))`)
    const has = (await courierMoney(tx)).find((one) => one.courier === courier)?.amount ?? 0
    if (amount > has) return null
    await postTransfers(tx, [settled(`courier:${courier}:handed-over:${randomUUID()}`, { money: 'cash', courier }, amount)])
    return has - amount
  })
