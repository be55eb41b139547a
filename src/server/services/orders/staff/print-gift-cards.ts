import { GIFT_CARD_STATUS, inFours } from '#domain/gift-cards/gift-card.ts'
import type { Words } from '#domain/locale.ts'
import type { Amount } from '#domain/money.ts'
import { isFinal, ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { changeCode } from '#server/services/gift-cards/issue.ts'
import { cardLines, freePositions } from '../gift-cards/card-lines.ts'
import { makeCard } from '../gift-cards/make-card.ts'
import { RefusedToStaff } from './refused.ts'
import { withStaffOrder, type LockedForStaff, type StaffOrder } from './staff-order.ts'

export interface PrintedCard {
  name: Words
  value: Amount
  /** In fours, as it is printed. */
  code: string
}

/**
 * Makes the codes of an order's physical gift cards, to be printed and packed: nobody can read them again. Printed again, the codes before
 * are worth nothing. Refusals: NO_GIFT_CARDS, WRONG_STATUS before it is paid or accepted at the door, and once it was handed over.
 */
export const printGiftCards = (ctx: Context, target: StaffOrder): Promise<PrintedCard[]> =>
  withStaffOrder(ctx, target, async (tx, { order, part }) => {
    const lines = (await cardLines(tx, order.id)).filter(({ partId, left }) => left > 0 && (part === null || partId === part.id))
    if (lines.length === 0) throw new RefusedToStaff('NO_GIFT_CARDS', `order ${order.number} has no gift cards that are handed over`)
    const open = lines.filter(({ partStatus }) => !isFinal(partStatus))
    if (open.length === 0 || order.status === ORDER_STATUS.NEW_NOT_PAID)
      throw new RefusedToStaff(
        'WRONG_STATUS',
        order.status === ORDER_STATUS.NEW_NOT_PAID
          ? `order ${order.number} is not paid yet; print its cards then`
          : `order ${order.number} is over; "again ID" gives another code to a card that nobody has activated`
      )
    const printed: PrintedCard[] = []
    for (const line of open) {
      const { name, value } = line
      for (const { id, status } of line.cards)
        if (status === GIFT_CARD_STATUS.RESERVED) printed.push({ name, value, code: await changeCode(tx, id) })
      for (const position of freePositions(line)) printed.push({ name, value, code: inFours((await makeCard(tx, line, position)).code) })
    }
    return printed
  })

/** NOT_PRINTED: gift cards leave the place with their codes. */
export const requirePrinted = async (tx: Context, { order, part }: Pick<LockedForStaff, 'order' | 'part'>): Promise<void> => {
  const lines = (await cardLines(tx, order.id)).filter(({ partId, partStatus }) => (part ? partId === part.id : !isFinal(partStatus)))
  if (lines.every((line) => freePositions(line).length === 0)) return
  throw new RefusedToStaff(
    'NOT_PRINTED',
    `the gift cards of order ${order.number} have no codes yet; say "npm run gift-cards -- print ${order.number}" and pack them first`
  )
}
