import { and, asc, eq, gt, inArray, isNull, ne } from 'drizzle-orm'
import { admissionExpiry } from '#domain/orders/admission.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import { lockOrder } from '../order-row.ts'
import { notifyOfTime } from './notify-of-time.ts'
import { REMIND_MS } from './remind-of-admissions.ts'

const { admissions, orderItems, orders, products } = schema
const MAX_AT_ONCE = 100

/** Tickets whose product is for another time now, which is still to come. One for any day stays so. */
const isMoved = (now: Date) =>
  and(
    isNull(admissions.usedAt),
    isNull(admissions.withdrawnAt),
    gt(admissions.expiresAt, now),
    ne(products.admissionAt, admissions.admissionAt),
    gt(products.admissionAt, now)
  )

/** Tickets whose supplier has moved their time are for the new one, and whoever bought them is told, once an order and time. Safe in several processes. */
export const moveAdmissions = async (ctx: Context, goesOn: () => boolean = () => true): Promise<void> => {
  const moved = await ctx.db
    .selectDistinct({ orderId: admissions.orderId, from: admissions.admissionAt, to: products.admissionAt })
    .from(admissions)
    .innerJoin(orderItems, eq(orderItems.id, admissions.itemId))
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(isMoved(new Date(ctx.now())))
    .orderBy(asc(admissions.orderId))
    .limit(MAX_AT_ONCE)
  for (const { orderId, from, to } of moved) if (from && to && goesOn()) await withTransaction(ctx, (tx) => move(tx, { orderId, from, to }))
}

const move = async (tx: Context, { orderId, from, to }: { orderId: number; from: Date; to: Date }): Promise<void> => {
  const order = await lockOrder(tx, eq(orders.id, orderId))
  if (!order) return
  const ofProduct = tx.db
    .select({ id: orderItems.id })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(and(eq(orderItems.orderId, orderId), eq(products.admissionAt, to)))
  const [ticket] = await tx.db
    .update(admissions)
    .set({
      ...{ admissionAt: to, movedFrom: from, expiresAt: new Date(admissionExpiry({ days: 0 }, to.getTime(), tx.now())) },
      // Who hears now that it is within a day needs no reminder.
      remindedAt: to.getTime() - tx.now() <= REMIND_MS ? new Date(tx.now()) : null
    })
    .where(
      and(
        ...[eq(admissions.orderId, orderId), eq(admissions.admissionAt, from), inArray(admissions.itemId, ofProduct)],
        ...[isNull(admissions.usedAt), isNull(admissions.withdrawnAt)]
      )
    )
    .returning()
  if (!ticket) return
  await tx.db
    .update(orderItems)
    .set({ admissionAt: to })
    .where(and(eq(orderItems.orderId, orderId), inArray(orderItems.id, ofProduct)))
  await notifyOfTime(tx, ticket, { at: to, movedFrom: from })
  await recordOrderEvent(tx, 'order.changed', order)
}
