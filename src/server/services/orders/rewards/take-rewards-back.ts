import { asc, eq } from 'drizzle-orm'
import { pointsLost } from '#domain/ledger/own-money.ts'
import type { Amount } from '#domain/money.ts'
import { rewardsOf, type RewardedOrder } from '#domain/rewards/rewards.ts'
import type { RewardRule } from '#domain/rewards/rule.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { isSpendable, lockLots, takeFromLots, writeEntry, type LotRow } from '#server/services/wallet/lots.ts'
import type { OrderRow } from '../order-row.ts'
import { givenFreeDeliveries, withdrawFreeDeliveries } from './free-deliveries.ts'
import { asGiven, rewardedOrder, rulesOfOrder } from './rewarded-order.ts'
import { openTickets, withdrawTickets } from './tickets.ts'

const { pointLots } = schema

/** Lines of a locked order went back: so do the points, tickets and free deliveries that it gave for them. */
export const takeRewardsBack = async (tx: Context, order: OrderRow): Promise<void> => {
  const lots = await tx.db.select().from(pointLots).where(eq(pointLots.orderId, order.id)).orderBy(asc(pointLots.userId), asc(pointLots.id))
  const tickets = await openTickets(tx, order.id)
  const deliveries = await givenFreeDeliveries(tx, order.id)
  if (lots.length + tickets.length + deliveries.length === 0) return
  const rules = await rulesOfOrder(tx, order)
  const rewarded = await rewardedOrder(tx, order, [])
  await takePointsBack(tx, lots, rules, rewarded)
  await withdrawTickets(tx, tickets, rules, rewarded)
  await withdrawFreeDeliveries(tx, deliveries, rules, rewarded)
}

/**
 * What the lines earned is taken back, from the order's own points first, then from other pending ones, then from those that can be spent.
 * What is spent already stays with the person; the entry says how much.
 */
const takePointsBack = async (
  tx: Context,
  lots: readonly LotRow[],
  ofOrder: readonly RewardRule[],
  order: RewardedOrder
): Promise<void> => {
  const rules = ofOrder.filter(({ id }) => lots.some(({ ruleId }) => ruleId === id))
  const rewards = rules.flatMap((rule) => {
    const then = asGiven(rule, order, lots)
    return rewardsOf([then.rule], then.order)
  })
  for (const lot of lots) {
    const rule = rules.find(({ id }) => id === lot.ruleId)
    const earned = rewards.find((reward) => reward.rule.id === lot.ruleId)?.byPayer.get(lot.userId)?.points ?? 0
    const tooMuch = lot.amount - lot.takenBack - earned
    if (rule && tooMuch > 0) await takeBack(tx, lot, rule, tooMuch)
  }
}

const takeBack = async (tx: Context, { id, userId, orderId, takenBack }: LotRow, { title }: RewardRule, amount: Amount): Promise<void> => {
  const locked = await lockLots(tx, userId)
  const rank = (lot: LotRow): number => (lot.id === id ? 0 : isSpendable(lot, tx.now()) ? 2 : 1)
  const ordered = locked.toSorted((a, b) => rank(a) - rank(b))
  const taken = (await takeFromLots(tx, ordered, amount)).reduce((sum, each) => sum + each.amount, 0)
  await tx.db
    .update(pointLots)
    .set({ takenBack: takenBack + amount })
    .where(eq(pointLots.id, id))
  const reason = { why: 'takenBack', title, kept: amount - taken } as const
  const entry = await writeEntry(tx, { userId, type: 'recalculation', amount: -taken, orderId, lotId: id, reason })
  await postTransfers(tx, [pointsLost(`wallet-entry:${entry}:lost`, userId, taken, taken)])
}
