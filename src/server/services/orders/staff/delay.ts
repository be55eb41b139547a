import { eq } from 'drizzle-orm'
import { isFinal, ORDER_STATUS } from '#domain/order-status.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { latestOf } from '#domain/orders/part-window.ts'
import { isOpenThroughout } from '#domain/time/opening-hours.ts'
import { MINUTE, toIso } from '#domain/time/yerevan-time.ts'
import type { DirectoryBranch } from '#server/catalogue-memory/directory-rows.ts'
import type { Snapshot } from '#server/catalogue-memory/directory.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import type { OrderRow } from '../order-row.ts'
import { RefusedToStaff } from './refused.ts'
import { requireOfGoods, withStaffOrder, type PartRow, type StaffOrder } from './staff-order.ts'

/**
 * It takes so many minutes longer, for a reason that the customer reads. The status stays. The window moves: of a part that is named its own,
 * and that of the order as far as it is that of its latest part. WRONG_STATUS for what is over or waits for its money, AFTER_CLOSING for what
 * nobody could fetch then.
 */
export const delayOrder = async (ctx: Context, target: StaffOrder, minutes: number, reason: string): Promise<OrderRow> => {
  // Read before the transaction: the directory may query the database through another connection.
  const market = await ctx.directory.read()
  return withStaffOrder(ctx, target, async (tx, { order, parts, part }) => {
    requireOfGoods(order)
    if (isFinal((part ?? order).status) || order.status === ORDER_STATUS.NEW_NOT_PAID)
      throw new RefusedToStaff('WRONG_STATUS', `order ${order.number} is not under way, so it cannot be late`)
    const { orders } = schema
    const shift = part ? await delayPart(tx, parts, part, { minutes, reason }) : minutes
    const before = { from: toIso(order.deliveryFrom.getTime()), to: toIso(order.deliveryTo.getTime()) }
    const later = (at: Date): Date => new Date(at.getTime() + shift * MINUTE)
    const window = { from: later(order.deliveryFrom), to: later(order.deliveryTo) }
    if (order.orderMode === ORDER_MODE.PICK_UP) for (const one of parts) requireOpen(order, branchOf(market, one), window)
    const step = { status: order.status, at: toIso(tx.now()), windowBefore: before, reason }
    const [moved] = await tx.db
      .update(orders)
      .set({ deliveryFrom: window.from, deliveryTo: window.to, steps: shift > 0 ? [...order.steps, step] : order.steps })
      .where(eq(orders.id, order.id))
      .returning()
    if (!moved) throw new Error(`order ${order.number} is locked but was not updated`)
    // Where the order comes as before, pages are told, and no message is sent.
    await recordOrderEvent(tx, shift > 0 ? 'order.delayed' : 'order.changed', moved)
    return moved
  })
}

/** Makes a part later. Returns by how many minutes the latest part of the order comes later now. */
const delayPart = async (
  tx: Context,
  parts: readonly PartRow[],
  part: PartRow,
  late: { minutes: number; reason: string }
): Promise<number> => {
  const { orderParts } = schema
  const lateMinutes = part.lateMinutes + late.minutes
  await tx.db.update(orderParts).set({ lateMinutes, lateReason: late.reason }).where(eq(orderParts.id, part.id))
  return Math.max(0, lateMinutes - latestOf(parts))
}

const branchOf = ({ byId }: Snapshot, { supplierId, branchId }: { supplierId: number; branchId: number }): DirectoryBranch | undefined =>
  byId.get(supplierId)?.branches.find(({ id }) => id === branchId)

/** A fetched order is handed over while its branch is open. */
const requireOpen = ({ number }: OrderRow, branch: DirectoryBranch | undefined, window: { from: Date; to: Date }): void => {
  if (!branch || isOpenThroughout(branch.schedule, window.from.getTime(), window.to.getTime())) return
  throw new RefusedToStaff(
    'AFTER_CLOSING',
    `order ${number} would be ready at ${toIso(window.from.getTime())}, when its branch is closed or closes; say minutes up to its next opening`
  )
}
