import { asc, eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { OrderRow } from '../order-row.ts'
import { linesOf } from '../refund-lines.ts'
import { giveLinesBack } from '../staff/refund.ts'
import { candidatesFor } from './candidates.ts'
import { offer } from './offer.ts'

const { orderParts } = schema

/** Every second order: what the demo lacks can be tried, and most orders come whole. */
const isChosen = ({ number }: OrderRow): boolean => Number(number) % 2 === 0

/**
 * Autopilot of the demo: now and then something of a locked order has run out, where the person left that to the place. It offers
 * something similar, or leaves the line out, as they chose.
 */
export const simulateShortage = async (tx: Context, order: OrderRow): Promise<void> => {
  if (!isChosen(order)) return
  const items = await linesOf(tx, order.id)
  const preferenceOf = (item: (typeof items)[number]) => item.runOut ?? order.runOut
  const item = items.find((line) => preferenceOf(line) !== 'call' && line.options.length === 0)
  if (!item || item.refundedQuantity > 0) return
  if (preferenceOf(item) === 'replace') {
    const [found] = await candidatesFor(tx, item, 1)
    if (found) await offer(tx, order, item, found, '')
    return
  }
  // An order of which nothing is left would be cancelled.
  if (items.length < 2 || items.filter(({ partId }) => partId === item.partId).length < 2) return
  const parts = await tx.db.select().from(orderParts).where(eq(orderParts.orderId, order.id)).orderBy(asc(orderParts.id))
  await giveLinesBack(tx, { order, parts }, [{ itemId: item.id, quantity: item.quantity }], 'lines')
}
