import { eq } from 'drizzle-orm'
import { GIFT_CARD_STATUS, isGiftCardCode } from '#domain/gift-cards/gift-card.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import { writeCardEntry, type GiftCardRow } from './cards.ts'
import { storedCode } from './code.ts'

/**
 * Activates the card of a code for a person, in a transaction; a second time it is only shown, and is not new. null: there is no such card.
 * GIFT_CARD_NOT_FOUND before a physical one is handed over; GIFT_CARD_EXPIRED; GIFT_CARD_USED, also when somebody else activated it.
 */
export const activateCard = async (
  tx: Context,
  cardCode: string,
  userId: number
): Promise<{ card: GiftCardRow; isNew: boolean } | null> => {
  if (!isGiftCardCode(cardCode)) return null
  const { codeHash } = await storedCode(tx, cardCode)
  const { giftCards } = schema
  const [card] = await tx.db.select().from(giftCards).where(eq(giftCards.codeHash, codeHash)).for('update')
  if (!card || card.status === GIFT_CARD_STATUS.INACTIVE) return null
  if (card.status === GIFT_CARD_STATUS.RESERVED) throw fail('GIFT_CARD_NOT_FOUND', { field: 'cardCode', vars: { context: 'notDelivered' } })
  if (card.status === GIFT_CARD_STATUS.EXPIRED || card.expiresAt.getTime() <= tx.now())
    throw fail('GIFT_CARD_EXPIRED', { field: 'cardCode' })
  if (card.balance === 0 || (card.ownerId !== null && card.ownerId !== userId)) throw fail('GIFT_CARD_USED', { field: 'cardCode' })
  if (card.ownerId === userId) return { card, isNew: false }
  const [activated] = await tx.db
    .update(giftCards)
    .set({ ownerId: userId, status: GIFT_CARD_STATUS.ACTIVE, activatedAt: new Date(tx.now()) })
    .where(eq(giftCards.id, card.id))
    .returning()
  if (!activated) throw new Error(`gift card ${card.id} is locked but was not updated`)
  await writeCardEntry(tx, { cardId: card.id, event: 'activated', amount: card.balance })
  return { card: activated, isNew: true }
}
