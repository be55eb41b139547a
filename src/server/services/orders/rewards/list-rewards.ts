import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { DrawTerms, Reward } from '#contract/wallet/calls.ts'
import { toAmd } from '#domain/money.ts'
import { REWARD_TYPE, type RewardRule } from '#domain/rewards/rule.ts'
import { yerevan } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { methodOf } from '#server/services/payments/methods.ts'
import { percentOfRate } from '#server/services/wallet/history.ts'

/**
 * Returns what earns points, tickets or free deliveries today, and what earned some for the caller before, with how many of them stayed
 * (GET /ewallet/rewards). A rule that changed counts once, with the terms that it has now.
 */
export const listRewards = async (ctx: Context): Promise<Reward[]> => {
  const { userId } = requireUser(ctx)
  const { rewardRules } = schema
  const rows = await ctx.db.select().from(rewardRules).orderBy(desc(rewardRules.active), rewardRules.position, desc(rewardRules.id))
  const earned = await rowsOf<{ key: string; amount: number }>(
    ctx.db,
    sql`select r.key, coalesce(sum(l.amount - l.taken_back), 0)::int8 as amount
      from point_lots l join reward_rules r on r.id = l.rule_id where l.user_id = ${userId}::int group by r.key`
  )
  const earnedBy = new Map(earned.map(({ key, amount }) => [key, amount]))
  const tickets = await ticketsBy(ctx, userId)
  const deliveries = await deliveriesBy(ctx, userId)
  const { date } = yerevan(ctx.now())
  const seen = new Set<string>()
  return rows.flatMap((rule): Reward[] => {
    const isRunning = rule.active && rule.startsOn <= date && date <= rule.endsOn
    const amount = earnedBy.get(rule.key) ?? 0
    const own = tickets.get(rule.key) ?? 0
    if (seen.has(rule.key) || (!isRunning && amount === 0 && own === 0 && !deliveries.has(rule.key))) return []
    seen.add(rule.key)
    return [
      {
        ...{ key: rule.key, title: rule.title[ctx.locale], isRunning, earned: toAmd(amount) },
        ...{ rate: percentOfRate(rule.rate), points: rule.points === null ? null : toAmd(rule.points), draw: drawTerms(rule, own) },
        freeDelivery: rule.type === REWARD_TYPE.FREE_DELIVERY,
        ...{ minimum: toAmd(rule.minimum), cap: rule.cap === null ? null : toAmd(rule.cap) },
        ...{ kinds: rule.kinds, methods: rule.methods.map((id) => methodOf(id).key), labelled: rule.labelled },
        ...{ from: rule.startsOn, to: rule.endsOn, liveDays: rule.liveDays, liveUntil: rule.liveUntil }
      }
    ]
  })
}

const drawTerms = ({ tickets, winners, prize }: RewardRule, own: number): DrawTerms | null =>
  tickets === null ? null : { tickets, winners: winners ?? 0, prize: toAmd(prize ?? 0), own }

/** How many tickets a person has of each lottery, by key, without those that were withdrawn. */
const ticketsBy = async ({ db }: Context, userId: number): Promise<Map<string, number>> => {
  const { lotteryTickets, rewardRules } = schema
  const rows = await db
    .select({ key: rewardRules.key, own: count() })
    .from(lotteryTickets)
    .innerJoin(rewardRules, eq(rewardRules.id, lotteryTickets.ruleId))
    .where(and(eq(lotteryTickets.userId, userId), isNull(lotteryTickets.withdrawnAt)))
    .groupBy(rewardRules.key)
  return new Map(rows.map(({ key, own }) => [key, own]))
}

/** The keys of rules that gave a person a free delivery. */
const deliveriesBy = async ({ db }: Context, userId: number): Promise<Set<string>> => {
  const { rewardRules, vouchers } = schema
  const rows = await db
    .selectDistinct({ key: rewardRules.key })
    .from(vouchers)
    .innerJoin(rewardRules, eq(rewardRules.id, vouchers.ruleId))
    .where(and(eq(vouchers.ownerId, userId), isNull(vouchers.withdrawnAt)))
  return new Set(rows.map(({ key }) => key))
}
