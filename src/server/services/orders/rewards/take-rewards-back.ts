import { asc, eq } from 'drizzle-orm'
import { pointsLost } from '#domain/ledger/own-money.ts'
import type { Amount } from '#domain/money.ts'
import { rewardsOf } from '#domain/rewards/rewards.ts'
import { isForSome, type RewardRule } from '#domain/rewards/rule.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { isSpendable, lockLots, takeFromLots, writeEntry, type LotRow } from '#server/services/wallet/lots.ts'
import type { OrderRow } from '../order-row.ts'
import { rewardedOrder, rulesOfOrder } from './rewarded-order.ts'
import { withdrawTickets } from './tickets.ts'

const { pointLots } = schema

/** Lines of a locked order went back: so do the points and tickets that it gave for them. */
export const takeRewardsBack = async (tx: Context, order: OrderRow): Promise<void> => {
  await takePointsBack(tx, order)
  await withdrawTickets(tx, order)
}

/**
 * Lines of a locked order went back after it earned points: what they earned is taken back, from the order's own points first, then from
 * other pending ones, then from those that can be spent. What is spent already stays with the person; the entry says how much.
 */
const takePointsBack = async (tx: Context, order: OrderRow): Promise<void> => {
  const lots = await tx.db.select().from(pointLots).where(eq(pointLots.orderId, order.id)).orderBy(asc(pointLots.userId), asc(pointLots.id))
  if (lots.length === 0) return
  const rules = (await rulesOfOrder(tx, order)).filter(({ id }) => lots.some(({ ruleId }) => ruleId === id))
  const rewarded = await rewardedOrder(tx, order, [])
  // Class and group are those of the day on which it was earned: whoever has points of a rule was one whom it is for.
  const rewards = rules.flatMap((rule) => {
    const isEarner = ({ payerId }: { payerId: number }): boolean =>
      lots.some(({ userId, ruleId }) => userId === payerId && ruleId === rule.id)
    const money = isForSome(rule) ? rewarded.money.filter(isEarner) : rewarded.money
    return rewardsOf([{ ...rule, vip: false, groups: [] }], { ...rewarded, money })
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
