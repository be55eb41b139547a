import { and, count, desc, eq } from 'drizzle-orm'
import type { Page } from '#contract/endpoint.ts'
import type { WalletEntry, WalletWhy } from '#contract/wallet/calls.ts'
import type { Locale } from '#domain/locale.ts'
import { toAmd, type Amount } from '#domain/money.ts'
import type { WalletReason, WalletType } from '#domain/rewards/wallet-entry.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'

const PERCENT = 100

interface Wanted {
  skip: number
  take: number
  walletType: WalletType
}

/** Returns the transactions of a wallet, the newest first (GET /ewallet/getHistory). */
export const listHistory = async (ctx: Context, { skip, take, walletType }: Wanted): Promise<Page<WalletEntry>> => {
  const { userId } = requireUser(ctx)
  const { orders, pointLots, walletEntries } = schema
  const own = and(eq(walletEntries.userId, userId), eq(walletEntries.walletType, walletType))
  const [all] = await ctx.db.select({ count: count() }).from(walletEntries).where(own)
  const rows = await ctx.db
    .select({
      entry: walletEntries,
      orderNumber: orders.number,
      lot: { availableAt: pointLots.availableAt, expiresAt: pointLots.expiresAt }
    })
    .from(walletEntries)
    .leftJoin(orders, eq(orders.id, walletEntries.orderId))
    .leftJoin(pointLots, eq(pointLots.id, walletEntries.lotId))
    .where(own)
    .orderBy(desc(walletEntries.id))
    .offset(skip)
    .limit(take)
  const items = rows.map(({ entry, orderNumber, lot }): WalletEntry => {
    const earned = entry.type === 'cashback' ? lot : null
    return {
      id: entry.id,
      type: entry.type,
      amount: toAmd(entry.amount),
      at: toIso(entry.createdAt.getTime()),
      order: entry.orderId !== null && orderNumber !== null ? { id: entry.orderId, orderNumber } : null,
      availableAt: earned && toIso(earned.availableAt.getTime()),
      expiresAt: earned && toIso(earned.expiresAt.getTime()),
      reason: presentReason(entry.reason, entry.amount, ctx.locale)
    }
  })
  return { items, totalCount: all?.count ?? 0 }
}

/** Why a wallet changed by an amount, in one language. */
export const presentReason = (reason: WalletReason, amount: Amount, locale: Locale): WalletWhy => {
  if (reason.why === 'rule') {
    const { title, counted, rate, cap } = reason
    return { why: 'rule', title: title[locale], counted: toAmd(counted), rate: percentOfRate(rate), cap: cap === null ? null : toAmd(cap) }
  }
  if (reason.why === 'takenBack') return { why: 'takenBack', title: reason.title[locale], kept: toAmd(reason.kept) }
  if (reason.why === 'paidOut') return { why: 'paidOut', tax: toAmd(reason.tax), amount: toAmd(-amount - reason.tax) }
  if (reason.why === 'toppedUp') return reason
  return { why: reason.why === 'lowered' ? 'returned' : reason.why }
}

export const percentOfRate = (rate: number | null): number | null => (rate === null ? null : rate / PERCENT)
