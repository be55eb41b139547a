import type { Context } from '#server/context.ts'
import { cardLines } from '../gift-cards/card-lines.ts'
import { returnableCards } from '../gift-cards/withdraw-cards.ts'
import type { OrderRow } from '../order-row.ts'
import type { LineBack } from '../refund-lines.ts'
import { RefusedToStaff } from './refused.ts'

/** CARD_USED: more gift cards of a line are to go back than nobody has activated. */
export const requireUnusedCards = async (tx: Context, order: OrderRow, lines: readonly LineBack[]): Promise<void> => {
  for (const line of await cardLines(tx, order.id)) {
    const back = lines.find(({ itemId }) => itemId === line.itemId)?.quantity ?? 0
    const most = returnableCards(line)
    if (back > most)
      throw new RefusedToStaff(
        'CARD_USED',
        most === 0
          ? `the gift cards of order ${order.number} are activated, or have expired; their money stays`
          : `${line.name.en} of order ${order.number}: all but ${most} are activated, or have expired; refund ${most}`
      )
  }
}
