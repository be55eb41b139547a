import { gt, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from './transaction.ts'

const { bookings, cardUnbindings, events, fiscalCalls, fiscalReceipts, fiscalRegisters, messages, orders, payments } = schema

/** Times at which the shop does something again by itself. What people were told, such as until when an order can be paid, is not among them. */
const WAITS: readonly (readonly [PgTable, key: string, PgColumn])[] = [
  [payments, 'checkedAt', payments.checkedAt],
  [payments, 'askAfter', payments.askAfter],
  [cardUnbindings, 'askAfter', cardUnbindings.askAfter],
  [messages, 'dueAt', messages.dueAt],
  [events, 'retryAt', events.retryAt],
  [fiscalReceipts, 'sendAfter', fiscalReceipts.sendAfter],
  [fiscalCalls, 'askAfter', fiscalCalls.askAfter],
  [fiscalRegisters, 'leaseUntil', fiscalRegisters.leaseUntil],
  [orders, 'nextStepAt', orders.nextStepAt],
  [bookings, 'nextStepAt', bookings.nextStepAt]
]

/** After the clock was set back by so many milliseconds: what was to be done in a minute is done in a minute, not in an hour and a minute. All or nothing. */
export const shiftWaits = (ctx: Context, ms: number): Promise<void> =>
  withTransaction(ctx, async ({ db, now }) => {
    const at = new Date(now())
    for (const [table, key, column] of WAITS)
      await db
        .update(table)
        .set({ [key]: sql`${column} - make_interval(secs => ${ms / 1_000}::float8)` })
        .where(gt(column, at))
  })
