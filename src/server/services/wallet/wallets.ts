import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { PointsAt, Wallet } from '#contract/wallet/calls.ts'
import { toAmd } from '#domain/money.ts'
import { WALLET_TYPE } from '#domain/rewards/wallet-entry.ts'
import { toIso, yerevan } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { bankAccountOf } from '#server/config.ts'
import { corporateBalance, isCompany, takesCorporateWallet, type CorporateBuyer } from './corporate/balance.ts'
import { openTopUps, presentTopUp } from './corporate/top-up.ts'
import { waitingWithdrawal } from './withdraw-points.ts'
import { isSpendable, pointsIn, type LotRow } from './lots.ts'

const MONTHS = 12

/**
 * Returns the wallets of the caller (GET /ewallet/Wallets): the personal one, and a company's. With `fromAlloed` only what the suppliers of
 * the basket take: no supplier refuses points. `buyer`: the caller, and what those suppliers refuse.
 */
export const listWallets = async (ctx: Context, buyer: CorporateBuyer | null, fromAlloed = false): Promise<Wallet[]> => {
  const { userId } = requireUser(ctx)
  return [await personalWallet(ctx, userId), ...(await corporateWallets(ctx, userId, buyer, fromAlloed))]
}

/** The wallet of a company; none for a person, who may still have what an earlier company paid in. */
const corporateWallets = async (ctx: Context, userId: number, buyer: CorporateBuyer | null, fromAlloed: boolean): Promise<Wallet[]> => {
  const balance = toAmd(await corporateBalance(ctx, userId))
  if ((!isCompany(buyer) && balance === 0) || (fromAlloed && !takesCorporateWallet(buyer))) return []
  const topUps = (await openTopUps(ctx, userId)).map(presentTopUp)
  return [
    {
      ...{ walletType: WALLET_TYPE.CORPORATE, balance, available: balance, pending: 0, accumulated: 0, nextAvailable: null },
      ...{
        nextExpiry: null,
        withdrawal: null,
        months: [],
        tickets: 0,
        freeDeliveries: 0,
        topUps,
        canTopUp: isCompany(buyer) && bankAccountOf(ctx.config) !== null
      }
    }
  ]
}

const personalWallet = async (ctx: Context, userId: number): Promise<Wallet> => {
  const { pointLots } = schema
  const lots = await ctx.db
    .select()
    .from(pointLots)
    .where(and(eq(pointLots.userId, userId), gt(pointLots.remaining, 0)))
    .orderBy(asc(pointLots.id))
  const now = ctx.now()
  const live = lots.filter(({ expiresAt }) => expiresAt.getTime() > now)
  const available = pointsIn(live.filter((lot) => isSpendable(lot, now)))
  const balance = pointsIn(live)
  return {
    walletType: WALLET_TYPE.PERSONAL,
    balance: toAmd(balance),
    available: toAmd(available),
    pending: toAmd(balance - available),
    accumulated: toAmd(await earnedBy(ctx, userId)),
    nextAvailable: firstOf(
      live.filter(({ availableAt }) => availableAt.getTime() > now),
      ({ availableAt }) => availableAt
    ),
    nextExpiry: firstOf(live, ({ expiresAt }) => expiresAt),
    withdrawal: await waitingWithdrawal(ctx, userId),
    months: await monthsOf(ctx, userId),
    tickets: await ticketsOf(ctx, userId),
    freeDeliveries: await ctx.db.$count(schema.vouchers, eq(schema.vouchers.ownerId, userId)),
    topUps: [],
    canTopUp: false
  }
}

/** The earliest moment of some lots, and what they hold together then. */
const firstOf = (lots: readonly LotRow[], at: (lot: LotRow) => Date): PointsAt | null => {
  if (lots.length === 0) return null
  const first = Math.min(...lots.map((lot) => at(lot).getTime()))
  return { points: toAmd(pointsIn(lots.filter((lot) => at(lot).getTime() === first))), at: toIso(first) }
}

const ticketsOf = async ({ db }: Context, userId: number): Promise<number> => {
  const { lotteryTickets } = schema
  return db.$count(lotteryTickets, eq(lotteryTickets.userId, userId))
}

const earnedBy = async ({ db }: Context, userId: number): Promise<number> => {
  const [row] = await rowsOf<{ amount: number }>(
    db,
    sql`select coalesce(sum(amount - taken_back), 0)::int8 as amount from point_lots where user_id = ${userId}::int and rule_id is not null`
  )
  return row?.amount ?? 0
}

/** What came and went in the last twelve months. What was taken back counts against what came, what came back against what went. */
const monthsOf = async (ctx: Context, userId: number): Promise<Wallet['months']> => {
  const { year, month } = yerevan(ctx.now())
  const names = Array.from({ length: MONTHS }, (_, index) => monthName(year, month - MONTHS + 1 + index))
  const rows = await rowsOf<{ month: string; earned: number; spent: number }>(
    ctx.db,
    sql`select to_char(created_at at time zone 'Asia/Yerevan', 'YYYY-MM') as month,
        coalesce(sum(amount) filter (where type = 'cashback' or reason ->> 'why' in ('takenBack', 'refunded')), 0)::int8 as earned,
        coalesce(-sum(amount) filter (where type in ('withdrawn', 'refund') and reason ->> 'why' <> 'refunded'), 0)::int8 as spent
      from wallet_entries
      where user_id = ${userId}::int and wallet_type = ${WALLET_TYPE.PERSONAL}::int2
        and created_at >= (${`${names[0]}-01`}::date)::timestamp at time zone 'Asia/Yerevan'
      group by 1`
  )
  const found = new Map(rows.map((row) => [row.month, row]))
  return names.map((name) => ({
    month: name,
    earned: toAmd(Math.max(0, found.get(name)?.earned ?? 0)),
    spent: toAmd(Math.max(0, found.get(name)?.spent ?? 0))
  }))
}

/** yyyy-mm; `month` may be below 1: a month of an earlier year. */
const monthName = (year: number, month: number): string => {
  const date = new Date(Date.UTC(year, month - 1, 1))
  return `${String(date.getUTCFullYear()).padStart(4, '0')}-${String(date.getUTCMonth() + 1).padStart(2, '0')}`
}
