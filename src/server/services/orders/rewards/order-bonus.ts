import { and, asc, count, eq } from 'drizzle-orm'
import type { DeliveryBonus, OrderBonus, RuleBonus, TicketBonus } from '#contract/wallet/calls.ts'
import { toAmd } from '#domain/money.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { freeDeliveriesOf, rewardsOf, ticketsOf } from '#domain/rewards/rewards.ts'
import type { RewardRule } from '#domain/rewards/rule.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { freeDeliveriesOfOrder } from '#server/services/wallet/free-deliveries.ts'
import { percentOfRate } from '#server/services/wallet/history.ts'
import { isVisibleTo, type OrderRow } from '../order-row.ts'
import { rewardedOrder, rulesOfOrder } from './rewarded-order.ts'

const { orders, pointLots, rewardRules } = schema
const NONE: OrderBonus = { state: 'none', points: 0, availableAt: null, expiresAt: null, rules: [], tickets: [], deliveries: [] }

/** Returns what an order brings the caller (GET /ewallet/getOrderBonus): once it is delivered, or what it brought. ORDER_NOT_FOUND. */
export const orderBonus = async (ctx: Context, orderId: number): Promise<OrderBonus> => {
  const { userId } = requireUser(ctx)
  const [order] = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), isVisibleTo(userId)))
  if (!order) throw fail('ORDER_NOT_FOUND', { field: 'orderId' })
  return bonusOfOrder(ctx, order, userId)
}

/** What an order brings a person; the same before and after. */
export const bonusOfOrder = async (ctx: Context, order: OrderRow, userId: number): Promise<OrderBonus> => {
  if (order.status === ORDER_STATUS.CANCELLED) return NONE
  if (order.status === ORDER_STATUS.COMPLETELY_DELIVERED) return earned(ctx, order.id, userId)
  const running = await rulesOfOrder(ctx, order)
  if (running.length === 0) return NONE
  const rewarded = await rewardedOrder(ctx, order, running, true)
  const tickets = ticketsOf(running, rewarded).flatMap(({ rule, byPayer }): TicketBonus[] => {
    const own = byPayer.get(userId)
    return own ? [{ title: rule.title[ctx.locale], tickets: own, withdrawn: 0 }] : []
  })
  const rules = rewardsOf(running, rewarded).flatMap(({ rule, byPayer }): RuleBonus[] => {
    const own = byPayer.get(userId)
    return own ? [present(ctx, rule, own.counted, own.points, 0)] : []
  })
  const deliveries = freeDeliveriesOf(running, rewarded).flatMap(({ rule, payerId }): DeliveryBonus[] =>
    payerId === userId ? [{ title: rule.title[ctx.locale], lastDay: null, state: 'expected' }] : []
  )
  return { ...NONE, state: rules.length === 0 ? 'none' : 'expected', points: sumOf(rules), rules, tickets, deliveries }
}

const earned = async (ctx: Context, orderId: number, userId: number): Promise<OrderBonus> => {
  const rows = await ctx.db
    .select({ lot: pointLots, rule: rewardRules, reason: schema.walletEntries.reason })
    .from(pointLots)
    .innerJoin(rewardRules, eq(rewardRules.id, pointLots.ruleId))
    .innerJoin(schema.walletEntries, and(eq(schema.walletEntries.lotId, pointLots.id), eq(schema.walletEntries.type, 'cashback')))
    .where(and(eq(pointLots.orderId, orderId), eq(pointLots.userId, userId)))
    .orderBy(asc(pointLots.id))
  const tickets = await ticketsOfOrder(ctx, orderId, userId)
  const deliveries = await freeDeliveriesOfOrder(ctx, orderId, userId)
  if (rows.length === 0) return { ...NONE, tickets, deliveries }
  const rules = rows.map(({ lot, rule, reason }) =>
    present(ctx, rule, reason.why === 'rule' ? reason.counted : 0, lot.amount - lot.takenBack, lot.takenBack)
  )
  const availableAt = Math.max(...rows.map(({ lot }) => lot.availableAt.getTime()))
  return {
    state: availableAt > ctx.now() ? 'pending' : 'available',
    points: sumOf(rules),
    availableAt: toIso(availableAt),
    expiresAt: toIso(Math.min(...rows.map(({ lot }) => lot.expiresAt.getTime()))),
    rules,
    tickets,
    deliveries
  }
}

const ticketsOfOrder = async (ctx: Context, orderId: number, userId: number): Promise<TicketBonus[]> => {
  const { lotteryTickets } = schema
  const rows = await ctx.db
    .select({ title: rewardRules.title, all: count(), withdrawn: count(lotteryTickets.withdrawnAt) })
    .from(lotteryTickets)
    .innerJoin(rewardRules, eq(rewardRules.id, lotteryTickets.ruleId))
    .where(and(eq(lotteryTickets.orderId, orderId), eq(lotteryTickets.userId, userId)))
    .groupBy(rewardRules.id)
    .orderBy(asc(rewardRules.id))
  return rows.map(({ title, all, withdrawn }) => ({ title: title[ctx.locale], tickets: all - withdrawn, withdrawn }))
}

const sumOf = (rules: readonly RuleBonus[]): number => rules.reduce((sum, { points }) => sum + points, 0)

const present = ({ locale }: Context, { title, rate, cap }: RewardRule, counted: number, points: number, takenBack: number): RuleBonus => ({
  title: title[locale],
  counted: toAmd(counted),
  rate: percentOfRate(rate),
  cap: cap === null ? null : toAmd(cap),
  points: toAmd(points),
  takenBack: toAmd(takenBack)
})
