import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { GIFT_CARD_STATUS } from '#domain/gift-cards/gift-card.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

/**
 * A person whose account is erased leaves the gift cards: they are as they were before they were activated, for whoever has the code. What
 * letters said and showed, and where they went, is forgotten: to this person, and those that the person sent to others, once they are sent.
 */
export const leaveGiftCards = async (tx: Context, userId: number, contacts: readonly string[]): Promise<void> => {
  const { giftCardPhotos, giftCards, orders } = schema
  const bought = tx.db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))
  const isToPerson = contacts.length > 0 ? inArray(giftCards.recipient, [...contacts]) : sql`false`
  const isForgotten = and(ne(giftCards.status, GIFT_CARD_STATUS.RESERVED), or(isToPerson, inArray(giftCards.orderId, bought)))
  const shown = or(isForgotten, eq(giftCards.ownerId, userId))
  const photos = tx.db.select({ id: giftCards.photoId }).from(giftCards).where(shown)
  await tx.db.delete(giftCardPhotos).where(inArray(giftCardPhotos.id, photos))
  await tx.db.update(giftCards).set({ recipient: '', message: '' }).where(isForgotten)
  await tx.db
    .update(giftCards)
    .set({ status: GIFT_CARD_STATUS.SOLD })
    .where(and(eq(giftCards.ownerId, userId), eq(giftCards.status, GIFT_CARD_STATUS.ACTIVE)))
  await tx.db.update(giftCards).set({ ownerId: null, message: '' }).where(eq(giftCards.ownerId, userId))
}
