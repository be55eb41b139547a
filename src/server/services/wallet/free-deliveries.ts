import { and, asc, desc, eq, gte, isNull, sql, type SQL } from 'drizzle-orm'
import type { FreeDelivery } from '#contract/wallet/calls.ts'
import type { FreeDeliveryState } from '#domain/rewards/free-delivery.ts'
import { yerevan } from '#domain/time/yerevan-time.ts'
import type { Voucher } from '#domain/vouchers/voucher.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'

const { orders, vouchers } = schema
const MOST = 200
const MOST_OPEN = 20
/** The order that used a voucher; null when none that stands did. */
const USED_BY: SQL<number | null> = sql`(select u.order_id from voucher_uses u where u.code = vouchers.code limit 1)`

/** Returns the deliveries that orders made free for the caller, the newest first (GET /ewallet/freeDeliveries): the newest 200. */
export const listFreeDeliveries = async (ctx: Context): Promise<FreeDelivery[]> => {
  const { userId } = requireUser(ctx)
  const { date } = yerevan(ctx.now())
  const rows = await ctx.db
    .select({ voucher: vouchers, order: { id: orders.id, orderNumber: orders.number }, usedBy: USED_BY })
    .from(vouchers)
    .innerJoin(orders, eq(orders.id, vouchers.orderId))
    .where(eq(vouchers.ownerId, userId))
    .orderBy(desc(vouchers.orderId), asc(vouchers.ruleId))
    .limit(MOST)
  return rows.map(({ voucher, order, usedBy }) => ({
    ...{ code: voucher.code, title: voucher.title[ctx.locale], lastDay: voucher.endsOn, state: stateOf(voucher, usedBy !== null, date) },
    order
  }))
}

/** What a person has of an order, in the order of its rules. */
export const freeDeliveriesOfOrder = async (
  { db, now, locale }: Pick<Context, 'db' | 'now' | 'locale'>,
  orderId: number,
  userId: number
): Promise<Pick<FreeDelivery, 'title' | 'lastDay' | 'state'>[]> => {
  const { date } = yerevan(now())
  const rows = await db
    .select({ voucher: vouchers, usedBy: USED_BY })
    .from(vouchers)
    .where(and(eq(vouchers.orderId, orderId), eq(vouchers.ownerId, userId)))
    .orderBy(asc(vouchers.ruleId))
  return rows.map(({ voucher, usedBy }) => ({
    ...{ title: voucher.title[locale], lastDay: voucher.endsOn, state: stateOf(voucher, usedBy !== null, date) }
  }))
}

/** The free deliveries that a person can use, those that end first first, as the vouchers that they are. */
export const openFreeDeliveries = ({ db, now }: Pick<Context, 'db' | 'now'>, userId: number): Promise<Voucher[]> =>
  db
    .select()
    .from(vouchers)
    .where(and(eq(vouchers.ownerId, userId), gte(vouchers.endsOn, yerevan(now()).date), isNull(USED_BY)))
    .orderBy(asc(vouchers.endsOn), asc(vouchers.code))
    .limit(MOST_OPEN)

const stateOf = (
  { withdrawnAt, endsOn }: Pick<typeof vouchers.$inferSelect, 'withdrawnAt' | 'endsOn'>,
  isUsed: boolean,
  today: string
): FreeDeliveryState => {
  if (isUsed) return 'used'
  if (withdrawnAt !== null) return 'withdrawn'
  return endsOn < today ? 'expired' : 'open'
}
