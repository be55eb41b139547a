import { hash, randomBytes } from 'node:crypto'
import { and, asc, eq, inArray, isNull, notExists, notInArray, sql } from 'drizzle-orm'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { ticketNumber, winnersOf, type DrawnTicket } from '#domain/rewards/lottery.ts'
import { REWARD_TYPE, type RewardRule } from '#domain/rewards/rule.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { BadWords } from '#server/services/core/bad-words.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { givePrize } from '#server/services/gift-cards/issue.ts'
import { notifyOfPrize } from '#server/services/notifications/notify-prize.ts'
import { currentRules, isOver } from './current-rules.ts'

const { accountDeletions, lotteryDraws, lotteryTickets, orders, rewardRules, users } = schema
const SEED_BYTES = 16

export interface Winner {
  ticket: string
  userId: number
  giftCardId: number
}
export interface LotteryDraw {
  rule: RewardRule
  tickets: number
  seed: string
  winners: Winner[]
}

export interface DrawOrder {
  /** Of the lottery, in rewards.yaml. */
  key: string
  /** Name of the member of staff. */
  drawnBy: string
  /** Also when orders are under way that would give tickets: they give none then. */
  isFinal: boolean
}

/**
 * Draws a lottery that is over, once: each winner has a gift card at once, and is told. Safe against a second draw at the same moment and
 * orders that are delivered meanwhile. Throws BadWords when it cannot be drawn.
 */
export const drawLottery = (ctx: Context, { key, drawnBy, isFinal }: DrawOrder): Promise<LotteryDraw> =>
  withTransaction(ctx, async (tx) => {
    const ids = await lockRules(tx, key)
    const rule = (await currentRules(tx)).find((current) => current.key === key)
    if (!rule) throw new BadWords(`there is no lottery "${key}"; "list" shows those that there are`)
    await requireDrawable(tx, rule, ids, isFinal)
    const seed = randomBytes(SEED_BYTES).toString('hex')
    const tickets = (await ticketsInDraw(tx, ids)).map((ticket): DrawnTicket => ({ ...ticket, lot: lotOf(seed, ticket.id) }))
    if (tickets.length === 0) throw new BadWords(`nobody has a ticket of "${key}", so there is nothing to draw`)
    await tx.db.insert(lotteryDraws).values({ key, seed, tickets: tickets.length, drawnAt: new Date(tx.now()), drawnBy })
    const winners: Winner[] = []
    for (const { id, userId } of winnersOf(tickets, rule.winners ?? 0)) {
      const card = await givePrize(tx, { ownerId: userId, value: rule.prize ?? 0, issuedBy: drawnBy })
      await tx.db.update(lotteryTickets).set({ giftCardId: card.id }).where(eq(lotteryTickets.id, id))
      const ticket = ticketNumber(id)
      await notifyOfPrize(tx, userId, { ticket, card, title: rule.title })
      winners.push({ ticket, userId, giftCardId: card.id })
    }
    return { rule, tickets: tickets.length, seed, winners }
  })

/** The lot of a ticket in a draw; the lowest ones win. */
const lotOf = (seed: string, ticketId: number): string => hash('sha256', `${seed}:${ticketNumber(ticketId)}`)

const lockRules = async ({ db }: Context, key: string): Promise<number[]> => {
  const isLottery = and(eq(rewardRules.key, key), eq(rewardRules.type, REWARD_TYPE.LOTTERY))
  const rows = await db.select({ id: rewardRules.id }).from(rewardRules).where(isLottery).orderBy(asc(rewardRules.id)).for('update')
  return rows.map(({ id }) => id)
}

const requireDrawable = async (tx: Context, rule: RewardRule & { active: boolean }, ids: number[], isFinal: boolean): Promise<void> => {
  const { key } = rule
  const [drawn] = await tx.db.select().from(lotteryDraws).where(eq(lotteryDraws.key, key))
  if (drawn) throw new BadWords(`"${key}" was drawn on ${toIso(drawn.drawnAt.getTime()).slice(0, 10)}; "list" shows who won`)
  if (!isOver(rule, tx.now())) throw new BadWords(`"${key}" runs until ${rule.endsOn}; draw it after that day`)
  const open = await openOrders(tx, ids)
  if (open > 0 && !isFinal)
    throw new BadWords(`${open} orders of "${key}" are not delivered yet; wait for them, or add "final", and they give no tickets`)
}

/** How many orders are under way that were placed while some rules ran. */
const openOrders = async ({ db }: Context, ids: readonly number[]): Promise<number> => {
  const isOfRules = sql`${orders.rewardRules} @> any (array[${sql.join(
    ids.map((id) => sql`to_jsonb(${id}::int)`),
    sql`, `
  )}])`
  const isUnderWay = notInArray(orders.status, [ORDER_STATUS.COMPLETELY_DELIVERED, ORDER_STATUS.CANCELLED])
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(orders)
    .where(and(isUnderWay, isOfRules))
  return row?.count ?? 0
}

/** The tickets that take part: those of people who left, or asked to be deleted, do not. */
const ticketsInDraw = ({ db }: Context, ids: readonly number[]): Promise<{ id: number; userId: number }[]> => {
  const leaving = db.select({ userId: accountDeletions.userId }).from(accountDeletions).where(eq(accountDeletions.userId, users.id))
  return db
    .select({ id: lotteryTickets.id, userId: lotteryTickets.userId })
    .from(lotteryTickets)
    .innerJoin(users, eq(users.id, lotteryTickets.userId))
    .where(
      and(inArray(lotteryTickets.ruleId, [...ids]), isNull(lotteryTickets.withdrawnAt), isNull(users.deactivatedAt), notExists(leaving))
    )
    .orderBy(asc(lotteryTickets.id))
}
