import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { ticketsOf, type RewardedOrder } from '#domain/rewards/rewards.ts'
import { isForSome, REWARD_TYPE, type RewardRule } from '#domain/rewards/rule.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { OrderRow } from '../order-row.ts'
import { rewardedOrder, rulesOfOrder } from './rewarded-order.ts'

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

/** Lines of a locked order went back: its tickets that it would not give any more are withdrawn. What is drawn already stays. */
export const withdrawTickets = async (tx: Context, order: OrderRow): Promise<void> => {
  const tickets = await tx.db
    .select()
    .from(lotteryTickets)
    .where(and(eq(lotteryTickets.orderId, order.id), isNull(lotteryTickets.withdrawnAt)))
    .orderBy(asc(lotteryTickets.id))
  if (tickets.length === 0) return
  const rewarded = await rewardedOrder(tx, order, [])
  for (const rule of await undrawn(tx, await rulesOfOrder(tx, order))) {
    const own = tickets.filter(({ ruleId }) => ruleId === rule.id)
    // Class and group are those of the day on which it gave them: whoever has tickets of a rule was one whom it is for.
    const money = isForSome(rule) ? rewarded.money.filter(({ payerId }) => own.some(({ userId }) => userId === payerId)) : rewarded.money
    const [left] = ticketsOf([{ ...rule, vip: false, groups: [] }], { ...rewarded, money })
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
