import { and, eq, inArray, sql } from 'drizzle-orm'
import { GIFT_CARD_STATUS } from '#domain/gift-cards/gift-card.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

/**
 * A person whose account is erased leaves the gift cards: they are as they were before they were activated, for whoever has the code. What
 * the letters said, and where they went, is forgotten.
 */
export const leaveGiftCards = async (tx: Context, userId: number, contacts: readonly string[]): Promise<void> => {
  const { giftCards } = schema
  await tx.db
    .update(giftCards)
    .set({ recipient: '', message: '' })
    .where(contacts.length > 0 ? inArray(giftCards.recipient, [...contacts]) : sql`false`)
  await tx.db
    .update(giftCards)
    .set({ status: GIFT_CARD_STATUS.SOLD })
    .where(and(eq(giftCards.ownerId, userId), eq(giftCards.status, GIFT_CARD_STATUS.ACTIVE)))
  await tx.db.update(giftCards).set({ ownerId: null, message: '' }).where(eq(giftCards.ownerId, userId))
}
