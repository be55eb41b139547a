import { desc, eq } from 'drizzle-orm'
import { REWARD_TYPE, type RewardRule } from '#domain/rewards/rule.ts'
import { yerevan, type Instant } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

/** The lotteries, each with the terms that it has now or had last; those of the market's files first, in their order. */
export const currentRules = async ({ db }: Pick<Context, 'db'>): Promise<(RewardRule & { active: boolean })[]> => {
  const { rewardRules } = schema
  const rows = await db
    .select()
    .from(rewardRules)
    .where(eq(rewardRules.type, REWARD_TYPE.LOTTERY))
    .orderBy(desc(rewardRules.active), rewardRules.position, desc(rewardRules.id))
  const keys = new Set<string>()
  return rows.filter(({ key }) => !keys.has(key) && keys.add(key))
}

/** Whether no order gets tickets any more: its last day passed, or it is no longer in the market's files. */
export const isOver = ({ active, endsOn }: Pick<RewardRule, 'endsOn'> & { active: boolean }, now: Instant): boolean =>
  !active || endsOn < yerevan(now).date
