import { desc, sql } from 'drizzle-orm'
import type { Reward } from '#contract/wallet/calls.ts'
import { toAmd } from '#domain/money.ts'
import { yerevan } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { methodOf } from '#server/services/payments/methods.ts'
import { percentOfRate } from '#server/services/wallet/history.ts'

/**
 * Returns what earns points today, and what earned some for the caller before, with how many of them stayed (GET /ewallet/rewards). A rule
 * that changed counts once, with the terms that it has now.
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
  const { date } = yerevan(ctx.now())
  const seen = new Set<string>()
  return rows.flatMap((rule): Reward[] => {
    const isRunning = rule.active && rule.startsOn <= date && date <= rule.endsOn
    const amount = earnedBy.get(rule.key) ?? 0
    if (seen.has(rule.key) || (!isRunning && amount === 0)) return []
    seen.add(rule.key)
    return [
      {
        ...{ key: rule.key, title: rule.title[ctx.locale], isRunning, earned: toAmd(amount) },
        ...{ rate: percentOfRate(rule.rate), points: rule.points === null ? null : toAmd(rule.points) },
        ...{ minimum: toAmd(rule.minimum), cap: rule.cap === null ? null : toAmd(rule.cap) },
        ...{ kinds: rule.kinds, methods: rule.methods.map((id) => methodOf(id).key), labelled: rule.labelled },
        ...{ from: rule.startsOn, to: rule.endsOn, liveDays: rule.liveDays, liveUntil: rule.liveUntil }
      }
    ]
  })
}
