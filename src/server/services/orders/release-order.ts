import { and, asc, eq, isNull } from 'drizzle-orm'
import { optionsKey } from '#domain/basket.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { lockOrCreateBasket } from '#server/services/baskets/change.ts'
import { joinLines } from '#server/services/baskets/merge.ts'
import { releaseTenders } from '#server/services/payments/release-tenders.ts'
import { moveOrder } from './move-order.ts'
import type { OrderRow } from './order-row.ts'
import { giveStockBack } from './stock.ts'

/**
 * Cancels a locked order: stock goes back once, an unpaid order's lines go back into the basket (unless another family is in it: then the
 * order stays to be read), money paid is due to go back. Locks: order, basket, products, the same order as checkout's.
 */
export const releaseOrder = async (tx: Context, order: OrderRow): Promise<OrderRow> => {
  const unpaid = order.status === ORDER_STATUS.NEW_NOT_PAID
  const basket = unpaid ? await lockOrCreateBasket(tx, { userId: order.userId }) : null
  await giveStockBack(tx, order.id)
  if (basket) await putLinesBack(tx, order, basket.id)
  await releaseTenders(tx, order.id)
  return moveOrder(tx, order, ORDER_STATUS.CANCELLED, { payBefore: null })
}

const putLinesBack = async (tx: Context, order: OrderRow, basketId: number): Promise<void> => {
  const { orderItems, products, suppliers } = schema
  const items = await tx.db
    .select({ productId: orderItems.productId, quantity: orderItems.quantity, options: orderItems.options, kind: suppliers.kind })
    .from(orderItems)
    .innerJoin(products, and(eq(products.id, orderItems.productId), isNull(products.withdrawnAt)))
    .innerJoin(suppliers, and(eq(suppliers.id, products.supplierId), isNull(suppliers.withdrawnAt)))
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.id))
  const lines = items.map(({ options, ...item }) => {
    const optionIds = options.map(({ id }) => id).sort((a, b) => a - b)
    return { ...item, optionIds, optionsKey: optionsKey(optionIds) }
  })
  await joinLines(tx, basketId, order.userId, lines, 'keep')
}
