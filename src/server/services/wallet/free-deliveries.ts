import { and, asc, desc, eq, gte, isNull, sql, type SQL } from 'drizzle-orm'
import type { FreeDelivery } from '#contract/wallet/calls.ts'
import type { FreeDeliveryState } from '#domain/rewards/free-delivery.ts'
import { yerevan } from '#domain/time/yerevan-time.ts'
import type { Voucher } from '#domain/vouchers/voucher.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'

const { orders, vouchers } = schema
const MAX_LISTED = 200
const MAX_OFFERED = 20
type Reader = Pick<Context, 'db' | 'now' | 'locale'>
type Row = typeof vouchers.$inferSelect
type ShownDelivery = Pick<FreeDelivery, 'title' | 'lastDay' | 'state'>
/** The order that used a voucher; null when none that stands did. */
const USED_BY: SQL<number | null> = sql`(select u.order_id from voucher_uses u where u.code = vouchers.code limit 1)`

/** Returns the deliveries that orders made free for the caller, the newest first (GET /ewallet/freeDeliveries): the newest 200. */
export const listFreeDeliveries = async (ctx: Context): Promise<FreeDelivery[]> => {
  const { userId } = requireUser(ctx)
  const rows = await ctx.db
    .select({ voucher: vouchers, order: { id: orders.id, orderNumber: orders.number }, usedBy: USED_BY })
    .from(vouchers)
    .innerJoin(orders, eq(orders.id, vouchers.orderId))
    .where(eq(vouchers.ownerId, userId))
    .orderBy(desc(vouchers.orderId), asc(vouchers.ruleId))
    .limit(MAX_LISTED)
  return rows.map(({ order, ...row }) => ({ code: row.voucher.code, ...present(ctx, row), order }))
}

/** What a person has of an order, in the order of its rules. */
export const freeDeliveriesOfOrder = async (ctx: Reader, orderId: number, userId: number): Promise<ShownDelivery[]> => {
  const rows = await ctx.db
    .select({ voucher: vouchers, usedBy: USED_BY })
    .from(vouchers)
    .where(and(eq(vouchers.orderId, orderId), eq(vouchers.ownerId, userId)))
    .orderBy(asc(vouchers.ruleId))
  return rows.map((row) => present(ctx, row))
}

/** The free deliveries that a person can use, those that end first first, as the vouchers that they are. */
export const openFreeDeliveries = ({ db, now }: Pick<Context, 'db' | 'now'>, userId: number): Promise<Voucher[]> =>
  db
    .select()
    .from(vouchers)
    .where(and(eq(vouchers.ownerId, userId), gte(vouchers.endsOn, yerevan(now()).date), isNull(USED_BY)))
    .orderBy(asc(vouchers.endsOn), asc(vouchers.code))
    .limit(MAX_OFFERED)

const present = ({ now, locale }: Reader, { voucher, usedBy }: { voucher: Row; usedBy: number | null }): ShownDelivery => ({
  title: voucher.title[locale],
  lastDay: voucher.endsOn,
  state: stateOf(voucher, usedBy !== null, yerevan(now()).date)
})

const stateOf = ({ withdrawnAt, endsOn }: Row, isUsed: boolean, today: string): FreeDeliveryState => {
  if (isUsed) return 'used'
  if (withdrawnAt !== null) return 'withdrawn'
  return endsOn < today ? 'expired' : 'open'
}
