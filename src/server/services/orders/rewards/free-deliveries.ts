import { randomBytes } from 'node:crypto'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { codeOfBytes } from '#domain/gift-cards/gift-card.ts'
import { freeDeliveriesOf, lastDayOf, type RewardedOrder } from '#domain/rewards/rewards.ts'
import type { RewardRule } from '#domain/rewards/rule.ts'
import { DAY_MINUTES, MINUTE, yerevan } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { OrderRow } from '../order-row.ts'
import { asGiven } from './rewarded-order.ts'

const { vouchers } = schema
const CODE_LENGTH = 10
export type FreeDeliveryRow = typeof vouchers.$inferSelect

/** Gives whoever paid a delivered order the free deliveries of its rules, once: each a promo code that only its owner can use, in one order. */
export const giveFreeDeliveries = async (
  tx: Context,
  { id: orderId }: Pick<OrderRow, 'id'>,
  rules: readonly RewardRule[],
  order: RewardedOrder
): Promise<void> => {
  const now = tx.now()
  const rows = freeDeliveriesOf(rules, order).map(({ rule, payerId }) => ({
    ...{ code: `DELIVERY-${codeOfBytes(randomBytes(CODE_LENGTH))}`, title: rule.title, ownerId: payerId, orderId, ruleId: rule.id },
    ...{ kind: 'free-delivery' as const, value: 0, funder: 'market' as const, minimum: 0, inAll: 1 },
    ...{ startsOn: yerevan(now).date, endsOn: lastDayOf(rule, now) },
    // It is for the suppliers by whose goods it was earned.
    ...{ suppliers: [...rule.suppliers], kinds: [...rule.kinds], methods: [] },
    ...{ notDiscounted: false, firstOrder: false, vip: false }
  }))
  if (rows.length > 0) await tx.db.insert(vouchers).values(rows).onConflictDoNothing()
}

/** The free deliveries of an order that are not withdrawn. */
export const givenFreeDeliveries = (tx: Context, orderId: number): Promise<FreeDeliveryRow[]> =>
  tx.db
    .select()
    .from(vouchers)
    .where(and(eq(vouchers.orderId, orderId), isNull(vouchers.withdrawnAt)))
    .orderBy(asc(vouchers.ruleId))

/** Withdraws those that their order would not give any more. What an order has used stays: its delivery was free. */
export const withdrawFreeDeliveries = async (
  tx: Context,
  given: readonly FreeDeliveryRow[],
  ofOrder: readonly RewardRule[],
  order: RewardedOrder
): Promise<void> => {
  const lost = given.filter(({ ruleId, ownerId }) => {
    const rule = ofOrder.find(({ id }) => id === ruleId)
    if (!rule || ownerId === null) return false
    const then = asGiven(rule, order, [{ ruleId, userId: ownerId }])
    return freeDeliveriesOf([then.rule], then.order).length === 0
  })
  if (lost.length === 0) return
  const now = tx.now()
  await tx.db
    .update(vouchers)
    .set({ withdrawnAt: new Date(now), endsOn: yerevan(now - DAY_MINUTES * MINUTE).date })
    .where(
      inArray(
        vouchers.code,
        lost.map(({ code }) => code)
      )
    )
}
