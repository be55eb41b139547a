import { sql } from 'drizzle-orm'
import type { UnitId } from '#domain/enums.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { ORDER_STATUS, type OrderStatus } from '#domain/order-status.ts'
import { REPLACEMENT_MINUTES, shareLine, withoutAnswer } from '#domain/orders/replacement.ts'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import type { ItemRow, OrderRow } from '../order-row.ts'
import { lineMeant } from '../staff/refund.ts'
import { RefusedToStaff } from '../staff/refused.ts'
import { requireOfGoods, withStaffOrder, type PartRow, type StaffOrder } from '../staff/staff-order.ts'
import { candidate, candidatesFor, type Candidate } from './candidates.ts'
import type { ReplacementRow } from './open-replacements.ts'

/** Statuses of a part whose goods are still at the place. */
const AT_PLACE: readonly OrderStatus[] = [ORDER_STATUS.OPEN, ORDER_STATUS.PAID, ORDER_STATUS.IN_PROCESS]
export const isAtPlace = (part: Pick<PartRow, 'status'>): boolean => AT_PLACE.includes(part.status)

interface LineToReplace {
  /** Counted from 1. */
  line: number
  productId: number
  /** In the units of the product; null: as much as was ordered. */
  quantity: number | null
  note: string
}

export interface Offered {
  replacement: ReplacementRow
  /** What happens without an answer. */
  otherwise: 'replace' | 'leaveOut'
}

/**
 * Offers something instead of a line that has run out; the customer answers, or after five minutes it goes as they chose at checkout.
 * Refusals: those of a line that is refunded, WRONG_STATUS once it has left the place, LEFT_OUT, ALREADY_ASKED, WRONG_LINE for one that went
 * back in part or came as a replacement, WRONG_PRODUCT.
 */
export const offerReplacement = (ctx: Context, target: StaffOrder, { line, productId, quantity, note }: LineToReplace): Promise<Offered> =>
  withStaffOrder(ctx, target, async (tx, locked) => {
    const item = await lineMeant(tx, locked, line)
    requireReplaceable(locked.order, locked.parts, item)
    const found = await candidate(tx, item, productId, quantity)
    if (typeof found === 'string')
      throw new RefusedToStaff(
        'WRONG_PRODUCT',
        `product ${productId} cannot replace line ${line}: ${found}; "replace ORDER LINE" lists some`
      )
    return offer(tx, locked.order, item, found, note)
  })

/** What could be offered instead of a line, for staff who look for it. */
export const listCandidates = (ctx: Context, target: StaffOrder, line: number): Promise<Candidate[]> =>
  withStaffOrder(ctx, target, async (tx, locked) => {
    const item = await lineMeant(tx, locked, line)
    requireReplaceable(locked.order, locked.parts, item)
    return candidatesFor(tx, item)
  })

const requireReplaceable = (order: OrderRow, parts: readonly PartRow[], item: ItemRow): void => {
  requireOfGoods(order)
  const part = parts.find(({ id }) => id === item.partId)
  if (!part || !isAtPlace(part) || order.orderMode === ORDER_MODE.SERVICE)
    throw new RefusedToStaff('WRONG_STATUS', `order ${order.number} is not at the place, so nothing of it can be replaced; refund the line`)
  if (item.replaces !== null || item.refundedQuantity > 0)
    throw new RefusedToStaff('WRONG_LINE', `${item.name.en} was replaced or went back in part; refund the rest of it`)
  if ((item.runOut ?? order.runOut) === 'leaveOut')
    throw new RefusedToStaff('LEFT_OUT', `the customer wants ${item.name.en} left out when it has run out; refund the line`)
}

/** Writes an offer for a line of a locked order, and asks. */
export const offer = async (
  tx: Context,
  order: OrderRow,
  item: ItemRow,
  { product, quantity, price }: Candidate,
  note: string
): Promise<Offered> => {
  const { back } = shareLine(item, price)
  const [replacement] = await tx.db
    .insert(schema.orderReplacements)
    .values({
      ...{ orderId: order.id, itemId: item.id, productId: product.id, name: product.name, picture: product.picture },
      ...{ unitId: product.unitId as UnitId, quantity, unitPrice: product.price, price, less: back.totalPrice - back.voucher, note },
      ...{ answerBefore: new Date(tx.now() + REPLACEMENT_MINUTES * MINUTE), createdAt: new Date(tx.now()) }
    })
    .onConflictDoNothing({ target: schema.orderReplacements.itemId, where: sql`state = 'open'` })
    .returning()
  if (!replacement)
    throw new RefusedToStaff('ALREADY_ASKED', `the customer of order ${order.number} is asked about ${item.name.en} already`)
  await recordOrderEvent(tx, 'order.question', order)
  return { replacement, otherwise: withoutAnswer(item.runOut ?? order.runOut) }
}
