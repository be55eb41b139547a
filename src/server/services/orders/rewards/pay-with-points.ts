import { eq } from 'drizzle-orm'
import type { NewOrder } from '#contract/orders/calls.ts'
import { fromAmd, type Amount } from '#domain/money.ts'
import { ORDER_STATUS, type OrderStatus } from '#domain/order-status.ts'
import { isPaidByAll } from '#domain/orders/group-order.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { coveredInBasket } from '#server/services/baskets/pricing/basket-points.ts'
import type { PricedBasket } from '#server/services/baskets/pricing/price.ts'
import { fail } from '#server/services/core/fail.ts'
import { postFunded } from '#server/services/payments/books/post-captured.ts'
import { POINTS, type Method } from '#server/services/payments/methods.ts'
import { availablePoints, lockPoints, spendPoints } from '#server/services/wallet/spend-points.ts'
import { refusal } from '../checks.ts'
import { lockOrder } from '../order-row.ts'
import { fundOrder } from '../payable-order.ts'

/**
 * Returns what points pay of a checked basket, as the person saw it. PAYMENT_METHOD_UNAVAILABLE where everybody pays a share, beside a
 * transfer, and when points were to pay all of it and do not; CHECKOUT_OUTDATED when they pay another amount than was shown.
 */
export const pointsForOrder = async (
  tx: Context,
  userId: number,
  basket: PricedBasket,
  { useWallet = false, walletAmount }: NewOrder,
  method: Method
): Promise<Amount> => {
  if (!useWallet) return 0
  if (method.invoiced || (basket.group && isPaidByAll(basket.group)))
    throw fail('PAYMENT_METHOD_UNAVAILABLE', { field: 'useWallet', vars: { context: 'points' } })
  const { total } = basket.totals
  const amount = coveredInBasket(await availablePoints(tx, userId), basket)
  if (walletAmount !== undefined && fromAmd(walletAmount) !== amount)
    throw refusal(tx, basket, 'CHECKOUT_OUTDATED', { field: 'walletAmount' })
  if (method === POINTS && amount < total) throw fail('PAYMENT_METHOD_UNAVAILABLE', { field: 'paymentId' })
  return amount
}

interface ByPoints {
  userId: number
  amount: Amount
  total: Amount
}

/** Points pay a share of an order just written; all of it, and it is paid. */
export const payWithPoints = async <Placed extends { id: number; status: OrderStatus }>(
  tx: Context,
  placed: Placed,
  { userId, amount, total }: ByPoints
): Promise<Placed> => {
  const locked = await lockPoints(tx, userId)
  // Another order took them meanwhile.
  if (locked.available < amount) throw fail('CHECKOUT_OUTDATED', { field: 'walletAmount' })
  const { orderTenders, orders } = schema
  const [tender] = await tx.db
    .insert(orderTenders)
    .values({ orderId: placed.id, payerId: userId, methodId: POINTS.id, amount, state: 'captured', createdAt: new Date(tx.now()) })
    .returning({ id: orderTenders.id })
  if (!tender) throw new Error('the inserted tender was not returned')
  await spendPoints(tx, locked, { userId, orderId: placed.id, tenderId: tender.id, amount })
  if (amount < total) return placed
  await postFunded(tx, placed.id)
  const order = await lockOrder(tx, eq(orders.id, placed.id))
  if (order) await fundOrder(tx, order)
  return { ...placed, status: ORDER_STATUS.PAID }
}
