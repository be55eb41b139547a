import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { ticketsOf, type RewardedOrder } from '#domain/rewards/rewards.ts'
import { REWARD_TYPE, type RewardRule } from '#domain/rewards/rule.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { OrderRow } from '../order-row.ts'
import { asGiven } from './rewarded-order.ts'

const { lotteryDraws, lotteryTickets, rewardRules } = schema

/** Gives whoever paid a delivered order the tickets of its lotteries, once. One that is drawn already gives none. */
export const giveTickets = async (
  tx: Context,
  { id: orderId }: Pick<OrderRow, 'id'>,
  rules: readonly RewardRule[],
  order: RewardedOrder
): Promise<void> => {
  const lotteries = await undrawn(tx, rules)
  const createdAt = new Date(tx.now())
  const rows = ticketsOf(lotteries, order).flatMap(({ rule, byPayer }) =>
    [...byPayer].flatMap(([userId, count]) =>
      Array.from({ length: count }, (_, position) => ({ ruleId: rule.id, userId, orderId, position, createdAt }))
    )
  )
  if (rows.length > 0) await tx.db.insert(lotteryTickets).values(rows).onConflictDoNothing()
}

export type TicketRow = typeof lotteryTickets.$inferSelect

/** The tickets of an order that are not withdrawn. */
export const openTickets = (tx: Context, orderId: number): Promise<TicketRow[]> =>
  tx.db
    .select()
    .from(lotteryTickets)
    .where(and(eq(lotteryTickets.orderId, orderId), isNull(lotteryTickets.withdrawnAt)))
    .orderBy(asc(lotteryTickets.id))

/** Withdraws those of some tickets that their order would not give any more. What is drawn already stays. */
export const withdrawTickets = async (
  tx: Context,
  tickets: readonly TicketRow[],
  ofOrder: readonly RewardRule[],
  order: RewardedOrder
): Promise<void> => {
  const rules = ofOrder.filter(({ id }) => tickets.some(({ ruleId }) => ruleId === id))
  for (const rule of await undrawn(tx, rules)) {
    const own = tickets.filter(({ ruleId }) => ruleId === rule.id)
    const then = asGiven(rule, order, own)
    const [left] = ticketsOf([then.rule], then.order)
    const tooMany = [...new Set(own.map(({ userId }) => userId))].flatMap((person) =>
      own.filter(({ userId }) => userId === person).slice(left?.byPayer.get(person) ?? 0)
    )
    if (tooMany.length === 0) continue
    const ids = tooMany.map(({ id }) => id)
    await tx.db
      .update(lotteryTickets)
      .set({ withdrawnAt: new Date(tx.now()) })
      .where(inArray(lotteryTickets.id, ids))
  }
}

/** The lotteries among some rules that are not drawn. Their rows stay locked, so that none is drawn before the transaction ends. */
const undrawn = async (tx: Context, rules: readonly RewardRule[]): Promise<RewardRule[]> => {
  const lotteries = rules.filter(({ type }) => type === REWARD_TYPE.LOTTERY)
  if (lotteries.length === 0) return []
  const ids = lotteries.map(({ id }) => id)
  await tx.db.select({ id: rewardRules.id }).from(rewardRules).where(inArray(rewardRules.id, ids)).orderBy(asc(rewardRules.id)).for('share')
  const keys = lotteries.map(({ key }) => key)
  const drawn = await tx.db.select({ key: lotteryDraws.key }).from(lotteryDraws).where(inArray(lotteryDraws.key, keys))
  return lotteries.filter(({ key }) => !drawn.some((draw) => draw.key === key))
}
