import { and, asc, eq, gte, lte } from 'drizzle-orm'
import type { RewardRule } from '#domain/rewards/rule.ts'
import { yerevan } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

/** The rules of rewards that run today, in the order of their file. */
export const runningRules = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<RewardRule[]> => {
  const { rewardRules } = schema
  const { date } = yerevan(now())
  return db
    .select()
    .from(rewardRules)
    .where(and(eq(rewardRules.active, true), lte(rewardRules.startsOn, date), gte(rewardRules.endsOn, date)))
    .orderBy(asc(rewardRules.position), asc(rewardRules.id))
}
