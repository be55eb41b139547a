import { eq } from 'drizzle-orm'
import { GIFT_CARD_STATUS } from '#domain/gift-cards/gift-card.ts'
import { giftCard } from '#domain/ledger/accounts.ts'
import { ownSpent } from '#domain/ledger/received.ts'
import { wholeDrams, type Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { balanceOf, writeCardEntry, type GiftCardRow } from './cards.ts'

/** What one card pays. */
export interface CardShare {
  cardId: number
  amount: Amount
}

/** What cards pay of a price, the first ones first: whole drams in all. */
export const sharesOfCards = (cards: readonly GiftCardRow[], price: Amount): CardShare[] => {
  let open = wholeDrams(Math.min(balanceOf(cards), price))
  return cards.flatMap(({ id, balance }) => {
    const amount = Math.min(open, balance)
    open -= amount
    return amount > 0 ? [{ cardId: id, amount }] : []
  })
}

interface Spent extends CardShare {
  orderId: number
  tenderId: number
}

/** A locked card pays a tender. */
export const spendCard = async (tx: Context, card: GiftCardRow, { cardId, orderId, tenderId, amount }: Spent): Promise<void> => {
  const balance = card.balance - amount
  const { giftCards } = schema
  await tx.db
    .update(giftCards)
    .set({ balance, status: balance > 0 ? GIFT_CARD_STATUS.ACTIVE : GIFT_CARD_STATUS.USED })
    .where(eq(giftCards.id, cardId))
  await writeCardEntry(tx, { cardId, event: 'spent', amount: -amount, orderId, tenderId })
  await postTransfers(tx, [ownSpent(tenderId, orderId, [giftCard(cardId), amount])])
}
