import { and, asc, eq } from 'drizzle-orm'
import { optionsKey } from '#domain/basket.ts'
import { isOfGoods, ORDER_MODE } from '#domain/enums.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { changeLocked, lockBasket } from '#server/services/baskets/change.ts'
import { planJoin } from '#server/services/baskets/join.ts'
import { endGroup, touchGroup } from '#server/services/baskets/group/lock-group.ts'
import { isInGroup } from '#server/services/baskets/owner.ts'
import { releaseTenders } from '#server/services/payments/release-tenders.ts'
import { giveBackUse } from '#server/services/vouchers/give-back-use.ts'
import { endCards, isOfGiftCards } from './gift-cards/bought-card.ts'
import { moveOrder } from './move-order.ts'
import type { OrderRow } from './order-row.ts'
import { recordRefunded } from './payable-order.ts'
import { refundRest } from './refund-lines.ts'
import { collectingGroupOf } from './shares/collecting-group.ts'
import { releaseStock } from './stock/stock.ts'

/** What becomes of a group order for whose shares the order waited; `opened`: people choose again. */
type GroupEnd = 'cancelled' | 'expired' | 'opened'

/**
 * Cancels a locked order: restores the stock once, puts the lines of an unpaid order back into the basket (unless it holds another product
 * family or is in a group order) and marks paid money for refund. Lock order: order, basket, products, as in checkout.
 */
export const releaseOrder = async (tx: Context, order: OrderRow, group: GroupEnd = 'cancelled'): Promise<OrderRow> => {
  const unpaid = order.status === ORDER_STATUS.NEW_NOT_PAID
  const collecting = unpaid ? await collectingGroupOf(tx, order) : null
  const returns = unpaid && !collecting
  if (returns) await lockBasket(tx, { userId: order.userId })
  await releaseStock(tx, order.id)
  await giveBackUse(tx, order, returns)
  if (returns) await putLinesBack(tx, order)
  if (collecting) await endCollecting(tx, collecting.id, group)
  const left = await releaseTenders(tx, order)
  if (left === 'lines') await refundRest(tx, order, 'cancelled')
  if (isOfGiftCards(order)) await endCards(tx, order.id)
  const cancelled = await moveOrder(tx, order, ORDER_STATUS.CANCELLED, { payBefore: null })
  return left === 'record' ? recordRefunded(tx, cancelled) : cancelled
}

/** Everybody's lines are in their baskets still. */
const endCollecting = (tx: Context, id: number, end: GroupEnd): Promise<void> =>
  end === 'opened' ? touchGroup(tx, id, { collectingSince: null, lockedAt: null }) : endGroup(tx, id, { expired: end === 'expired' })

const putLinesBack = async (tx: Context, order: OrderRow): Promise<void> => {
  // What was booked is with the supplier: its booking waits for an answer again.
  if (!isOfGoods(order.orderMode) || order.orderMode === ORDER_MODE.SERVICE || (await isInGroup(tx, order.userId))) return
  const { orderItems } = schema
  const items = await tx.db
    .select({ productId: orderItems.productId, quantity: orderItems.quantity, options: orderItems.options })
    .from(orderItems)
    // Of a group order the buyer's own: the others chose for that day.
    .where(and(eq(orderItems.orderId, order.id), order.groupOrderId === null ? undefined : eq(orderItems.userId, order.userId)))
    .orderBy(asc(orderItems.id))
  const requested = items.map(({ productId }) => productId)
  await changeLocked(
    tx,
    { userId: order.userId },
    (state) => {
      const lines = items.flatMap(({ options, ...item }) => {
        const product = state.products.get(item.productId)
        const optionIds = options.map(({ id }) => id).sort((a, b) => a - b)
        return !product || product.withdrawn ? [] : [{ ...item, family: product.family, optionIds, optionsKey: optionsKey(optionIds) }]
      })
      return planJoin(state, lines, 'keep')
    },
    requested
  )
}
