import { eq } from 'drizzle-orm'
import { GIFT_CARD_STATUS } from '#domain/gift-cards/gift-card.ts'
import type { Amount } from '#domain/money.ts'
import { DAY_MINUTES, MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { writeCardEntry } from './cards.ts'

/** Money that comes back to a card can be spent for so long at least. */
const RETURNED_LIVE_MS = 30 * DAY_MINUTES * MINUTE

interface Back {
  cardId: number
  tenderId: number
  orderId: number
  amount: Amount
  /** lowered: the order became cheaper before its money was there. */
  why: 'returned' | 'lowered'
}

/** Money that a card paid comes back to it. Returns the entry of the history. The caller posts where it comes from. */
export const giveCardBack = async (tx: Context, { cardId, tenderId, orderId, amount, why }: Back): Promise<number> => {
  const { giftCards } = schema
  const [card] = await tx.db.select().from(giftCards).where(eq(giftCards.id, cardId)).for('update')
  if (!card) throw new Error(`gift card ${cardId} of tender ${tenderId} is missing`)
  const until = new Date(tx.now() + RETURNED_LIVE_MS)
  await tx.db
    .update(giftCards)
    .set({
      balance: card.balance + amount,
      // Of an account that was erased: whoever has the code activates it again.
      status: card.ownerId === null ? GIFT_CARD_STATUS.SOLD : GIFT_CARD_STATUS.ACTIVE,
      expiresAt: card.expiresAt > until ? card.expiresAt : until
    })
    .where(eq(giftCards.id, cardId))
  return writeCardEntry(tx, { cardId, event: why, amount, orderId, tenderId })
}
