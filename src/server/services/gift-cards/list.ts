import { and, desc, eq } from 'drizzle-orm'
import type { GiftCard, GiftCardDetails } from '#contract/gift-cards/calls.ts'
import { GIFT_CARD_STATUS, GIFT_CARD_VIEW_STATUS } from '#domain/gift-cards/gift-card.ts'
import { toAmd } from '#domain/money.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import type { GiftCardRow } from './cards.ts'
import { photoOf } from './photos.ts'

const { giftCardEntries, giftCards, orders } = schema

/** Returns the gift cards of the caller (GET /gift-card): what can be spent and expires first comes first. */
export const listGiftCards = async (ctx: Context): Promise<GiftCard[]> => {
  const { userId } = requireUser(ctx)
  const rows = await ctx.db.select().from(giftCards).where(eq(giftCards.ownerId, userId)).orderBy(desc(giftCards.id))
  const shown = await Promise.all(rows.map((row) => presentGiftCard(ctx, row)))
  const isActive = ({ viewStatus }: GiftCard): boolean => viewStatus === GIFT_CARD_VIEW_STATUS.ACTIVE
  return [...shown.filter(isActive).toSorted((a, b) => a.expiresAt.localeCompare(b.expiresAt)), ...shown.filter((card) => !isActive(card))]
}

/** Returns one gift card of the caller with its history (GET /user/profile/giftcards/{id}). GIFT_CARD_NOT_FOUND, also for somebody else's. */
export const giftCardDetails = async (ctx: Context, id: number): Promise<GiftCardDetails> => {
  const { userId } = requireUser(ctx)
  const [card] = await ctx.db
    .select()
    .from(giftCards)
    .where(and(eq(giftCards.id, id), eq(giftCards.ownerId, userId)))
  if (!card) throw fail('GIFT_CARD_NOT_FOUND', { field: 'id' })
  const entries = await ctx.db
    .select({ entry: giftCardEntries, number: orders.number })
    .from(giftCardEntries)
    .leftJoin(orders, eq(orders.id, giftCardEntries.orderId))
    .where(eq(giftCardEntries.cardId, id))
    .orderBy(desc(giftCardEntries.id))
  return {
    ...(await presentGiftCard(ctx, card)),
    entries: entries.map(({ entry, number }) => ({
      id: entry.id,
      event: entry.event,
      amount: toAmd(entry.amount),
      at: toIso(entry.createdAt.getTime()),
      order: entry.orderId !== null && number !== null ? { id: entry.orderId, orderNumber: number } : null
    }))
  }
}

export const presentGiftCard = async (ctx: Context, card: GiftCardRow): Promise<GiftCard> => {
  const isExpired = card.expiresAt.getTime() <= ctx.now()
  const status = isExpired && card.status === GIFT_CARD_STATUS.ACTIVE ? GIFT_CARD_STATUS.EXPIRED : card.status
  return {
    id: card.id,
    code: card.lastFour,
    value: toAmd(card.value),
    balance: toAmd(card.balance),
    type: card.type,
    status,
    viewStatus: status === GIFT_CARD_STATUS.ACTIVE ? GIFT_CARD_VIEW_STATUS.ACTIVE : GIFT_CARD_VIEW_STATUS.EXPIRED,
    expiresAt: toIso(card.expiresAt.getTime()),
    activatedAt: toIso((card.activatedAt ?? card.createdAt).getTime()),
    message: card.message,
    design: card.design,
    ...(await photoOf(ctx, card))
  }
}
