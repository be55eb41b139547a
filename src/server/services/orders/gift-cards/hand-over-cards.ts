import { inArray, sql } from 'drizzle-orm'
import { GIFT_CARD_STATUS } from '#domain/gift-cards/gift-card.ts'
import { physicalCardSold } from '#domain/ledger/own-money.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { expiryOf } from '#server/services/gift-cards/code.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { readPhysicalCards } from '#server/services/payments/books/physical-cards.ts'
import { hasReceived } from '#server/services/payments/refund-tenders.ts'
import type { OrderRow } from '../order-row.ts'
import { cardLines, freePositions } from './card-lines.ts'
import { makeCard } from './make-card.ts'

/**
 * Parts of a locked order were handed over, and its money is there: their gift cards can be activated from now on, for a year. Cards that
 * nobody printed get a code that nobody knows, until staff give them another.
 */
export const handOverCards = async (tx: Context, order: OrderRow): Promise<void> => {
  const lines = (await cardLines(tx, order.id)).filter(({ partStatus }) => partStatus === ORDER_STATUS.COMPLETELY_DELIVERED)
  if (lines.length === 0 || !(await hasReceived(tx, order))) return
  const ids: number[] = []
  for (const line of lines) {
    ids.push(...line.cards.filter(({ status }) => status === GIFT_CARD_STATUS.RESERVED).map(({ id }) => id))
    for (const position of freePositions(line)) ids.push((await makeCard(tx, line, position)).card.id)
  }
  if (ids.length === 0) return
  const { giftCards } = schema
  await tx.db
    .update(giftCards)
    .set({ status: GIFT_CARD_STATUS.SOLD, balance: sql`${giftCards.value}`, soldAt: new Date(tx.now()), expiresAt: expiryOf(tx.now()) })
    .where(inArray(giftCards.id, ids))
  await postTransfers(tx, (await readPhysicalCards(tx, ids)).map(physicalCardSold))
}
