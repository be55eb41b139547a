import { and, asc, eq, gte, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { addDays, instantOf, yerevan } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { freeDeliveryTemplate, freeDeliveryWords, POINTS_PATH } from './notification-words.ts'
import { notifyQuietly } from './notify-quietly.ts'

const { vouchers } = schema
/** How long before their last day people are told of their free deliveries. */
const REMIND_DAYS = 7
const MAX_AT_ONCE = 100

/** Free deliveries that end within a week, that nobody has used and whose owners were not told. */
const due = (today: string) =>
  and(
    ...[isNotNull(vouchers.ownerId), isNull(vouchers.remindedAt), isNull(vouchers.withdrawnAt)],
    ...[gte(vouchers.endsOn, today), lte(vouchers.endsOn, addDays(today, REMIND_DAYS))],
    sql`not exists (select from voucher_uses u where u.code = vouchers.code)`
  )

/** Tells people of free deliveries that end within a week, once for each and all of them together. Returns how many people. Safe in several processes. */
export const remindOfFreeDeliveries = async (ctx: Context, goesOn: () => boolean = () => true): Promise<number> => {
  const { date: today } = yerevan(ctx.now())
  const owners = await ctx.db
    .selectDistinct({ userId: vouchers.ownerId })
    .from(vouchers)
    .where(due(today))
    .orderBy(asc(vouchers.ownerId))
    .limit(MAX_AT_ONCE)
  let reminded = 0
  for (const { userId } of owners)
    if (userId !== null && goesOn()) reminded += (await withTransaction(ctx, (tx) => remind(tx, userId, today))) ? 1 : 0
  return reminded
}

const remind = async (tx: Context, userId: number, today: string): Promise<boolean> => {
  const open = await tx.db
    .select()
    .from(vouchers)
    .where(and(eq(vouchers.ownerId, userId), due(today)))
    .orderBy(asc(vouchers.endsOn), asc(vouchers.code))
    .for('update')
  const [first] = open
  if (!first) return false
  const codes = open.map(({ code }) => code)
  await tx.db
    .update(vouchers)
    .set({ remindedAt: new Date(tx.now()) })
    .where(inArray(vouchers.code, codes))
  return notifyQuietly(tx, userId, {
    kind: 'freeDelivery',
    subject: `free-delivery:${first.code}`,
    words: freeDeliveryWords(first.endsOn),
    template: freeDeliveryTemplate,
    path: POINTS_PATH,
    tag: 'free-delivery',
    expiresAt: new Date(instantOf(addDays(first.endsOn, 1), '00:00'))
  })
}
