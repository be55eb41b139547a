import { and, asc, count, eq, isNotNull, isNull } from 'drizzle-orm'
import { formatAmd, toAmd } from '#domain/money.ts'
import { ticketNumber } from '#domain/rewards/lottery.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { BadWords, readName, requireEnd } from '#server/services/core/bad-words.ts'
import { currentRules, isOver } from './current-rules.ts'
import { drawLottery } from './draw.ts'

const { lotteryDraws, lotteryTickets, rewardRules } = schema
type Verb = (ctx: Context, words: readonly string[]) => Promise<string[]>

const FINAL = 'final'

const money = (amount: number): string => formatAmd(toAmd(amount), 'en')

const draw: Verb = async (ctx, [key = '', name, last, ...rest]) => {
  if (key === '') throw new BadWords('KEY is missing; "list" shows those of the lotteries')
  const drawnBy = readName('draws', name)
  if (last !== undefined && last !== FINAL) throw new BadWords(`after NAME comes "${FINAL}" or nothing, not "${last}"`)
  requireEnd(rest)
  const { rule, tickets, seed, winners } = await drawLottery(ctx, { key, drawnBy, isFinal: last === FINAL })
  return [
    `${key}: ${winners.length} of ${tickets} tickets won ${money(rule.prize ?? 0)} each; seed ${seed}`,
    ...winners.map(({ ticket, userId, giftCardId }) => `ticket ${ticket}  user ${userId}  gift card ${giftCardId}`)
  ]
}

const list: Verb = async (ctx, words) => {
  requireEnd(words)
  const lines: string[] = []
  for (const rule of await currentRules(ctx)) {
    const { key, startsOn, endsOn } = rule
    const terms = `${key}\t${startsOn} to ${endsOn}\t${rule.winners ?? 0} × ${money(rule.prize ?? 0)}`
    const [drawn] = await ctx.db.select().from(lotteryDraws).where(eq(lotteryDraws.key, key))
    if (drawn) {
      const day = drawn.drawnAt.toISOString().slice(0, 10)
      lines.push(
        `${terms}\t${drawn.tickets} tickets\tdrawn on ${day} by ${drawn.drawnBy}, seed ${drawn.seed}`,
        ...(await winnersOf(ctx, key))
      )
    } else {
      const tickets = await waiting(ctx, key)
      const over = tickets === 0 ? 'over, nothing to draw' : 'can be drawn'
      lines.push(`${terms}\t${tickets} tickets\t${isOver(rule, ctx.now()) ? over : 'runs'}`)
    }
  }
  return lines.length > 0 ? lines : ['there are no lotteries']
}

const waiting = async ({ db }: Context, key: string): Promise<number> => {
  const [row] = await db
    .select({ tickets: count() })
    .from(lotteryTickets)
    .innerJoin(rewardRules, and(eq(rewardRules.id, lotteryTickets.ruleId), eq(rewardRules.key, key)))
    .where(isNull(lotteryTickets.withdrawnAt))
  return row?.tickets ?? 0
}

const winnersOf = async ({ db }: Context, key: string): Promise<string[]> => {
  const rows = await db
    .select({ id: lotteryTickets.id, userId: lotteryTickets.userId, giftCardId: lotteryTickets.giftCardId })
    .from(lotteryTickets)
    .innerJoin(rewardRules, and(eq(rewardRules.id, lotteryTickets.ruleId), eq(rewardRules.key, key)))
    .where(isNotNull(lotteryTickets.giftCardId))
    .orderBy(asc(lotteryTickets.giftCardId))
  return rows.map(({ id, userId, giftCardId }) => `  ticket ${ticketNumber(id)}  user ${userId}  gift card ${giftCardId}`)
}

const VERBS: Readonly<Record<string, Verb>> = { list, draw }

/** Lotteries, by the words of `npm run rewards`. Returns lines for display. Throws BadWords. */
export const operateRewards = async (ctx: Context, [verb = '', ...words]: readonly string[]): Promise<string[]> => {
  const operate = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (!operate) throw new BadWords(`there is no verb "${verb}"; there are: ${Object.keys(VERBS).join(', ')}`)
  return operate(ctx, words)
}
