import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import { shareLine, withoutAnswer, type ReplacementState } from '#domain/orders/replacement.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { oneByOne, workInSlots } from '#server/services/core/work-in-slots.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import { lockOrder, type ItemRow, type OrderRow } from '../order-row.ts'
import { refundOrder } from '../settle-order.ts'
import { giveLinesBack } from '../staff/refund.ts'
import { reserveStock } from '../stock/stock.ts'
import { isAtPlace } from './offer.ts'
import type { ReplacementRow } from './open-replacements.ts'

const { orderItems, orderParts, orderReplacements, orders } = schema
type PartRow = typeof orderParts.$inferSelect

/** An open offer with everything that its answer changes, locked in the order in which an order's rows are: order, offer. */
export interface LockedOffer {
  order: OrderRow
  parts: PartRow[]
  item: ItemRow
  replacement: ReplacementRow
}

/** Locks an offer of an order that is locked. Returns null when it is answered. */
export const lockOffer = async (tx: Context, order: OrderRow, id: number): Promise<LockedOffer | null> => {
  const [replacement] = await tx.db
    .select()
    .from(orderReplacements)
    .where(and(eq(orderReplacements.id, id), sql`${orderReplacements.state} = 'open'`))
    .for('update')
  if (!replacement) return null
  const parts = await tx.db.select().from(orderParts).where(eq(orderParts.orderId, order.id)).orderBy(asc(orderParts.id))
  const [item] = await tx.db.select().from(orderItems).where(eq(orderItems.id, replacement.itemId))
  return item ? { order, parts, item, replacement } : null
}

/** Answers a locked offer, for the customer or for want of an answer. Where the line or the order is over, nothing changes but the offer. */
export const settleOffer = async (tx: Context, offer: LockedOffer, accepts: boolean): Promise<ReplacementState> => {
  const { order, parts, item, replacement } = offer
  const part = parts.find(({ id }) => id === item.partId)
  const isOver = !part || !isAtPlace(part) || item.refundedQuantity > 0 || item.quantity === 0
  const state = isOver ? 'withdrawn' : accepts ? 'accepted' : 'declined'
  await tx.db
    .update(orderReplacements)
    .set({ state, answeredAt: new Date(tx.now()) })
    .where(eq(orderReplacements.id, replacement.id))
  if (isOver) return state
  if (accepts) await replaceLine(tx, item, replacement)
  const given = await giveLinesBack(tx, { order, parts }, [{ itemId: item.id, quantity: item.quantity }], 'lines')
  if (!given) await recordOrderEvent(tx, 'order.changed', order)
  return state
}

/** Shares the money of a line with what comes instead of it; what is left of the line goes back next. */
const replaceLine = async (tx: Context, item: ItemRow, offered: ReplacementRow): Promise<void> => {
  const { replacement, back } = shareLine(item, offered.price)
  const { productId, name, picture, unitId, quantity } = offered
  // The supplier has it in hand: where it is not counted, it is sold all the same.
  const counted = await reserveStock(tx, [{ productId, quantity }])
  await tx.db
    .update(orderItems)
    .set({ ...back, replacedAmount: replacement.totalPrice, stockTaken: false })
    .where(eq(orderItems.id, item.id))
  const isCheaper = replacement.totalPrice === offered.price
  const unitPrice = isCheaper || unitId === WEIGHED_UNIT ? offered.unitPrice : Math.floor(replacement.totalPrice / quantity)
  await tx.db.insert(orderItems).values({
    ...{ orderId: item.orderId, partId: item.partId, modus: item.modus, productId, name, picture, unitId, quantity },
    ...{ unitPrice, baseUnitPrice: unitPrice, ...replacement, options: [], userId: item.userId },
    ...{ stockTaken: counted !== false && counted.has(productId), replaces: item.id }
  })
}

const MAX_AT_ONCE = 50

/** Job: what had no answer in time goes as the person chose at checkout. Safe in several processes. */
export const settleReplacements = async (ctx: Context, goesOn: () => boolean): Promise<void> => {
  const due = await ctx.db
    .select({ id: orderReplacements.id, orderId: orderReplacements.orderId })
    .from(orderReplacements)
    .where(and(sql`${orderReplacements.state} = 'open'`, lte(orderReplacements.answerBefore, new Date(ctx.now()))))
    .orderBy(asc(orderReplacements.answerBefore))
    .limit(MAX_AT_ONCE)
  const settle = async ({ id, orderId }: (typeof due)[number]): Promise<void> => {
    await withTransaction(ctx, async (tx) => {
      const order = await lockOrder(tx, eq(orders.id, orderId))
      const offer = order && (await lockOffer(tx, order, id))
      if (offer) await settleOffer(tx, offer, withoutAnswer(offer.item.runOut ?? offer.order.runOut) === 'replace')
    })
    await refundOrder(ctx, orderId)
  }
  await workInSlots({ atOnce: 1, claim: oneByOne(due), work: settle, goesOn })
}
