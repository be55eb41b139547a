import { pointsEarned } from '#domain/ledger/own-money.ts'
import type { Amount } from '#domain/money.ts'
import { expiryOf, rewardsOf, type Reward } from '#domain/rewards/rewards.ts'
import { addBusinessDays } from '#domain/time/business-days.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { writeEntry } from '#server/services/wallet/lots.ts'
import type { OrderRow } from '../order-row.ts'
import { giveFreeDeliveries } from './free-deliveries.ts'
import { rewardedOrder, rulesOfOrder } from './rewarded-order.ts'
import { giveTickets } from './tickets.ts'

/** A locked order was delivered: whoever paid it earns points, tickets and free deliveries, rule by rule, once. */
export const earnRewards = async (tx: Context, order: OrderRow): Promise<void> => {
  const rules = await rulesOfOrder(tx, order)
  if (rules.length === 0) return
  const rewarded = await rewardedOrder(tx, order, rules)
  for (const reward of rewardsOf(rules, rewarded))
    for (const [userId, share] of reward.byPayer) await earn(tx, order.id, userId, reward, share)
  await giveTickets(tx, order, rules, rewarded)
  await giveFreeDeliveries(tx, order, rules, rewarded)
}

const earn = async (
  tx: Context,
  orderId: number,
  userId: number,
  { rule }: Reward,
  { counted, points: amount }: { counted: Amount; points: Amount }
): Promise<void> => {
  const now = tx.now()
  const [lot] = await tx.db
    .insert(schema.pointLots)
    .values({
      ...{ userId, orderId, ruleId: rule.id, amount, remaining: amount },
      availableAt: new Date(addBusinessDays(now, tx.config.POINTS_PENDING_DAYS)),
      expiresAt: new Date(expiryOf(rule, now)),
      createdAt: new Date(now)
    })
    .onConflictDoNothing()
    .returning({ id: schema.pointLots.id })
  if (!lot) return
  const reason = { why: 'rule', title: rule.title, counted, rate: rule.rate, cap: rule.cap } as const
  await writeEntry(tx, { userId, type: 'cashback', amount, orderId, lotId: lot.id, reason })
  await postTransfers(tx, [pointsEarned(`lot:${lot.id}:earned`, userId, amount)])
}
