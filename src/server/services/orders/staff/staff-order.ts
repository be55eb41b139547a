import { and, asc, eq } from 'drizzle-orm'
import { ORDER_STATUS, type OrderStatus } from '#domain/order-status.ts'
import { formatTime } from '#i18n/dates.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { moveOrder, movePart, MoveRefused, nextStepAt } from '../move-order.ts'
import { lockOrder, type OrderRow } from '../order-row.ts'
import { isOfAdmissions } from '../admissions/admission-rows.ts'
import { openReplacements } from '../replacements/open-replacements.ts'
import { RefusedToStaff } from './refused.ts'

/** An order by its number, or the part of it that one supplier makes. */
export interface StaffOrder {
  number: string
  supplier: string | null
}
export type PartRow = typeof schema.orderParts.$inferSelect
export interface LockedForStaff {
  order: OrderRow
  parts: PartRow[]
  /** The part that is meant; null for the whole order. */
  part: PartRow | null
}

/** Locks an order for a verb of staff, in one transaction. Refusals: UNKNOWN_ORDER, UNKNOWN_PART, and WRONG_STATUS of the table of statuses. */
export const withStaffOrder = <T>(
  ctx: Context,
  target: StaffOrder,
  work: (tx: Context, locked: LockedForStaff) => Promise<T>
): Promise<T> =>
  withTransaction(ctx, async (tx) => {
    const { orders, orderParts, suppliers } = schema
    const order = await lockOrder(tx, eq(orders.number, target.number))
    if (!order) throw new RefusedToStaff('UNKNOWN_ORDER', `there is no order ${target.number}; its number stands on its page`)
    const rows = await tx.db
      .select({ part: orderParts, alias: suppliers.alias })
      .from(orderParts)
      .innerJoin(suppliers, eq(suppliers.id, orderParts.supplierId))
      .where(and(eq(orderParts.orderId, order.id)))
      .orderBy(asc(orderParts.id))
    const part = rows.find(({ alias }) => alias === target.supplier)?.part ?? null
    if (target.supplier !== null && !part) {
      const aliases = rows.map(({ alias }) => alias).join(', ')
      throw new RefusedToStaff('UNKNOWN_PART', `order ${target.number} has no part of ${target.supplier}; its suppliers are ${aliases}`)
    }
    return named(work(tx, { order, parts: rows.map((row) => row.part), part }))
  })

/** Moves the order, or the part that is meant. NOT_ANSWERED: it leaves the place, and the customer is still asked about a line of it. */
export const moveByStaff = async (
  tx: Context,
  { order, part }: Pick<LockedForStaff, 'order' | 'part'>,
  to: OrderStatus,
  change: Parameters<typeof moveOrder>[3] = {}
): Promise<OrderRow> => {
  if (to !== ORDER_STATUS.CANCELLED) requireOfGoods(order)
  if (to === ORDER_STATUS.READY_FOR_DELIVERY) await requireAnswers(tx, order, part)
  return part ? movePart(tx, order, part.id, to) : moveOrder(tx, order, to, { nextStepAt: nextStepAt(tx, to), ...change })
}

/** OF_TICKETS: nobody prepares or brings tickets. */
export const requireOfGoods = (order: OrderRow): void => {
  if (isOfAdmissions(order))
    throw new RefusedToStaff('OF_TICKETS', `order ${order.number} is of tickets, which nobody prepares; "admit NUMBER" lets somebody in`)
}

const requireAnswers = async (tx: Context, { id, number }: OrderRow, part: PartRow | null): Promise<void> => {
  const [asked] = await openReplacements(tx, id, part?.id)
  if (!asked) return
  const until = formatTime(asked.answerBefore.getTime())
  throw new RefusedToStaff(
    'NOT_ANSWERED',
    `the customer of order ${number} is asked about ${asked.name.en} until ${until}; wait for the answer`
  )
}

const named = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (cause) {
    throw cause instanceof MoveRefused ? new RefusedToStaff('WRONG_STATUS', cause.message) : cause
  }
}
