import { and, asc, eq, inArray } from 'drizzle-orm'
import { shareBack } from '#domain/ledger/shares.ts'
import { isForSome, type RewardRule } from '#domain/rewards/rule.ts'
import type { RewardedOrder } from '#domain/rewards/rewards.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { methodOf } from '#server/services/payments/methods.ts'
import { customersOf, NOBODY } from '#server/services/profile/customers-of.ts'
import { tendersOf } from '#server/services/payments/tender-rows.ts'
import type { OrderRow } from '../order-row.ts'

const { orderItems, orderParts, products, rewardRules, suppliers } = schema

/** The rules by which an order earns: those that ran when it was placed, in the order of their file. */
export const rulesOfOrder = async (
  { db }: Pick<Context, 'db'>,
  { rewardRules: ids }: Pick<OrderRow, 'rewardRules'>
): Promise<RewardRule[]> =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(rewardRules)
        .where(inArray(rewardRules.id, [...ids]))
        .orderBy(asc(rewardRules.position), asc(rewardRules.id))

/**
 * What an order counts for rewards by some rules: what is paid for its lines without what went back, and the money that paid it. `isExpected`: it is not
 * paid yet, and what is promised counts, too. The tip, which one person paid online, does not count.
 */
export const rewardedOrder = async (
  ctx: Context,
  { id, total, tip }: Pick<OrderRow, 'id' | 'total' | 'tip'>,
  rules: readonly RewardRule[],
  isExpected = false
): Promise<RewardedOrder> => {
  const lines = await ctx.db
    .select({ item: orderItems, alias: suppliers.alias, kind: suppliers.kind, labels: products.labels })
    .from(orderItems)
    .innerJoin(orderParts, eq(orderParts.id, orderItems.partId))
    .innerJoin(suppliers, eq(suppliers.id, orderParts.supplierId))
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(and(eq(orderItems.orderId, id)))
    .orderBy(asc(orderItems.id))
  const money = (await tendersOf(ctx, id)).filter(
    ({ state, methodId }) =>
      methodOf(methodId).refund !== 'own' && (state === 'captured' || state === 'refunded' || (isExpected && state === 'held'))
  )
  const payers = await customersOf(
    ctx,
    rules,
    money.map(({ payerId }) => payerId)
  )
  return {
    lines: lines.map(({ item, alias, kind, labels }) => ({ alias, kind, labelled: labels.includes('plus_points'), price: leftOf(item) })),
    total: total - tip,
    money: money.map(({ payerId, methodId, amount }, index) => ({
      ...{ payerId, methodId, amount: index === 0 ? amount - tip : amount },
      ...(payers.get(payerId) ?? NOBODY)
    }))
  }
}

/**
 * A rule and an order as they count for what the rule gave. Class and group are those of the day on which it did: whoever has something of
 * it was one whom it is for.
 */
export const asGiven = (
  rule: RewardRule,
  order: RewardedOrder,
  given: readonly { ruleId: number | null; userId: number }[]
): { rule: RewardRule; order: RewardedOrder } => {
  const isOwner = (payerId: number): boolean => given.some(({ userId, ruleId }) => userId === payerId && ruleId === rule.id)
  return {
    rule: { ...rule, vip: false, groups: [] },
    order: isForSome(rule) ? { ...order, money: order.money.filter(({ payerId }) => isOwner(payerId)) } : order
  }
}

/** What is paid for a line and did not go back. */
const leftOf = ({ totalPrice, voucher, quantity, refundedQuantity, refundedAmount }: typeof orderItems.$inferSelect): number =>
  totalPrice - refundedAmount - (voucher - shareBack(voucher, quantity, 0, refundedQuantity))
