import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm'
import { HOUR_MS } from '#domain/orders/admission.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { notifyOfTime } from './notify-of-time.ts'

const { admissions } = schema
/** People are told of tickets so long before their time. */
export const REMIND_MS = 24 * HOUR_MS
/** Whoever bought them so shortly before knows when it is. */
const BOUGHT_MS = 6 * HOUR_MS
const MAX_AT_ONCE = 100

const isDue = (ctx: Pick<Context, 'now'>) =>
  and(
    isNull(admissions.remindedAt),
    isNull(admissions.usedAt),
    isNull(admissions.withdrawnAt),
    gt(admissions.admissionAt, new Date(ctx.now())),
    lte(admissions.admissionAt, new Date(ctx.now() + REMIND_MS)),
    lte(admissions.createdAt, new Date(ctx.now() - BOUGHT_MS))
  )

/** Tells people of tickets for a time within 24 hours: once an order and time. Returns how many it told. Safe in several processes. */
export const remindOfAdmissions = async (ctx: Context, goesOn: () => boolean = () => true): Promise<number> => {
  const due = await ctx.db
    .selectDistinct({ orderId: admissions.orderId, at: admissions.admissionAt })
    .from(admissions)
    .where(isDue(ctx))
    .orderBy(asc(admissions.admissionAt), asc(admissions.orderId))
    .limit(MAX_AT_ONCE)
  let reminded = 0
  for (const { orderId, at } of due) if (at && goesOn()) reminded += (await withTransaction(ctx, (tx) => remind(tx, orderId, at))) ? 1 : 0
  return reminded
}

const remind = async (tx: Context, orderId: number, at: Date): Promise<boolean> => {
  const [ticket] = await tx.db
    .update(admissions)
    .set({ remindedAt: new Date(tx.now()) })
    .where(and(eq(admissions.orderId, orderId), eq(admissions.admissionAt, at), isDue(tx)))
    .returning()
  return ticket ? notifyOfTime(tx, ticket, { at }) : false
}
