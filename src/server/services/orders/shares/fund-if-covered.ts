import type { Context } from '#server/context.ts'
import { postFunded } from '#server/services/payments/books/post-captured.ts'
import { isCovered, tendersOf } from '#server/services/payments/tender-rows.ts'
import type { OrderRow } from '../order-row.ts'
import { fundOrder } from '../payable-order.ts'

/** A locked order is paid when nothing is missing of its price. Returns whether it is. */
export const fundIfCovered = async (tx: Context, order: OrderRow): Promise<boolean> => {
  if (!isCovered(order.total, await tendersOf(tx, order.id))) return false
  await postFunded(tx, order.id)
  await fundOrder(tx, order)
  return true
}
