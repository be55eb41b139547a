import { desc, eq, inArray } from 'drizzle-orm'
import type { Draw, Ticket } from '#contract/wallet/calls.ts'
import { toAmd } from '#domain/money.ts'
import { ticketNumber, type TicketState } from '#domain/rewards/lottery.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { currentRules } from './current-rules.ts'

const { lotteryDraws, lotteryTickets, orders, rewardRules } = schema
const MAX_TICKETS = 500

/** Returns the caller's tickets, draw by draw, the one with the newest ticket first (GET /ewallet/tickets): the newest 500. */
export const listTickets = async (ctx: Context): Promise<Draw[]> => {
  const { userId } = requireUser(ctx)
  const rows = await ctx.db
    .select({ ticket: lotteryTickets, rule: rewardRules, orderNumber: orders.number })
    .from(lotteryTickets)
    .innerJoin(rewardRules, eq(rewardRules.id, lotteryTickets.ruleId))
    .innerJoin(orders, eq(orders.id, lotteryTickets.orderId))
    .where(eq(lotteryTickets.userId, userId))
    .orderBy(desc(lotteryTickets.id))
    .limit(MAX_TICKETS)
  if (rows.length === 0) return []
  const keys = [...new Set(rows.map(({ rule }) => rule.key))]
  const drawn = await ctx.db.select().from(lotteryDraws).where(inArray(lotteryDraws.key, keys))
  const terms = new Map((await currentRules(ctx)).map((rule) => [rule.key, rule]))
  return keys.map((key): Draw => {
    const own = rows.filter(({ rule }) => rule.key === key)
    const { title, winners, prize, endsOn } = terms.get(key) ?? (own[0] as (typeof own)[number]).rule
    const drawnAt = drawn.find((draw) => draw.key === key)?.drawnAt ?? null
    return {
      ...{ key, title: title[ctx.locale], winners: winners ?? 0, prize: toAmd(prize ?? 0), to: endsOn },
      drawnAt: drawnAt && toIso(drawnAt.getTime()),
      tickets: own.map(({ ticket, orderNumber }): Ticket => ({
        number: ticketNumber(ticket.id),
        order: { id: ticket.orderId, orderNumber },
        at: toIso(ticket.createdAt.getTime()),
        state: stateOf(ticket, drawnAt !== null)
      }))
    }
  })
}

export const stateOf = (
  { withdrawnAt, giftCardId }: Pick<typeof lotteryTickets.$inferSelect, 'withdrawnAt' | 'giftCardId'>,
  isDrawn: boolean
): TicketState => {
  if (giftCardId !== null) return 'won'
  if (withdrawnAt !== null) return 'withdrawn'
  return isDrawn ? 'lost' : 'waiting'
}
