import { toIso, yerevan } from '#domain/time/yerevan-time.ts'
import { formatDay } from '#domain/time/format-day.ts'
import type { Context } from '#server/context.ts'
import type { Overload } from '#server/db/schema/catalogue.ts'

type Part = Pick<Context, 'config' | 'now'>

/** The overload of the whole market, from the configuration. A missing time means no start or no end. */
export const marketOverload = ({ config }: Pick<Context, 'config'>): Overload => ({
  active: config.OVERLOAD_ACTIVE,
  hoursToWait: config.OVERLOAD_HOURS_TO_WAIT,
  overloadingStartTime: isoOf(config.OVERLOAD_START),
  overloadingEndTime: isoOf(config.OVERLOAD_END)
})
const isoOf = (moment: string | undefined): string | null => (moment ? toIso(Date.parse(moment)) : null)

const isCurrent = (ctx: Part, { active, overloadingStartTime: from, overloadingEndTime: to }: Overload): boolean =>
  active && (from === null || Date.parse(from) <= ctx.now()) && (to === null || ctx.now() < Date.parse(to))

/** Returns the overload because of which no new orders are accepted now: that of the whole market, or the supplier's; null for none. */
export const overloadNow = (ctx: Part, own: Overload | null): Overload | null =>
  [marketOverload(ctx), own].find((one) => one !== null && isCurrent(ctx, one)) ?? null

export const isOverloaded = (ctx: Part, own: Overload | null): boolean => overloadNow(ctx, own) !== null

/** Values of the sentence of BASKET_OVERLOADED, which names the end if it is known. */
export const overloadWords = ({ overloadingEndTime: end }: Overload): Record<string, string> => {
  if (end === null) return {}
  const { date, time } = yerevan(Date.parse(end))
  return { context: 'until', time: `${formatDay(date)} ${time}` }
}
