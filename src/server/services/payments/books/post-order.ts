import { asc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { giftCardsSold, orderDelivered, orderFunded, tipGiven, type OrderShares } from '#domain/ledger/order.ts'
import { voucherFunded } from '#domain/ledger/received.ts'
import { receivableRefunded } from '#domain/ledger/refunds.ts'
import { ANY_COURIER, refundPending } from '#domain/ledger/accounts.ts'
import type { Transfer } from '#domain/ledger/transfer.ts'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

/** Returns what the money of a locked order is for. */
export const sharesOfOrder = async (tx: Context, orderId: number): Promise<OrderShares> => {
  const { orders, orderParts } = schema
  const parts = await tx.db
    .select({
      supplierId: orderParts.supplierId,
      goods: orderParts.itemsPrice,
      packing: orderParts.packingPrice,
      rate: orderParts.commission,
      voucher: orderParts.voucher,
      funder: orders.voucherFunder,
      delivery: orders.deliveryPrice,
      serviceFee: orders.serviceFee,
      tip: orders.tip
    })
    .from(orderParts)
    .innerJoin(orders, eq(orders.id, orderParts.orderId))
    .where(eq(orderParts.orderId, orderId))
    .orderBy(asc(orderParts.id))
  const [first] = parts
  if (!first) throw new Error(`order ${orderId} has no parts`)
  // A supplier's own voucher makes its goods cheaper; the market adds what its voucher takes off.
  const shares = parts.map(({ goods, voucher, funder, ...part }) => ({ ...part, goods: funder === 'supplier' ? goods - voucher : goods }))
  return { orderId, parts: shares, delivery: first.delivery, serviceFee: first.serviceFee, tip: first.tip }
}

/** All the money of an order is there: the market adds its share of a voucher. */
export const funding = async (tx: Context, orderId: number): Promise<Transfer[]> => {
  const special = (await cardsFunding(tx, orderId)) ?? (await tipFunding(tx, orderId))
  return special ? [special] : [...(await voucherFunding(tx, orderId)), await fundingOfShares(tx, orderId)]
}

/** Gift cards that an order is for; null: it is for something else. */
export const cardsFunding = async (tx: Context, orderId: number): Promise<Transfer | null> => {
  const { giftCards } = schema
  const cards = await tx.db
    .select({ cardId: giftCards.id, faceValue: giftCards.value })
    .from(giftCards)
    .where(eq(giftCards.orderId, orderId))
    .orderBy(asc(giftCards.id))
  return cards.length === 0 ? null : giftCardsSold({ orderId, cards, discount: 0 })
}

/** The tip that an order is; null: it is something else. */
export const tipFunding = async (tx: Context, orderId: number): Promise<Transfer | null> => {
  const { orders } = schema
  const delivered = alias(orders, 'delivered')
  const [tip] = await tx.db
    .select({ total: orders.total, courier: delivered.courier })
    .from(orders)
    .innerJoin(delivered, eq(delivered.id, orders.tipFor))
    .where(eq(orders.id, orderId))
  return tip ? tipGiven(orderId, tip.courier ?? ANY_COURIER, tip.total) : null
}

export const fundingOfShares = async (tx: Context, orderId: number): Promise<Transfer> => orderFunded(await sharesOfOrder(tx, orderId))

/** A delivered order's tip, as far as it did not go back, is the courier's; null: there is none. */
export const tipDelivery = async (tx: Context, orderId: number): Promise<Transfer | null> => {
  const { orders } = schema
  const [order] = await tx.db
    .select({ tip: orders.tip, back: orders.refundedTip, courier: orders.courier })
    .from(orders)
    .where(eq(orders.id, orderId))
  return order && order.tip > order.back ? orderDelivered(orderId, order.courier ?? ANY_COURIER, order.tip - order.back) : null
}

export const voucherFunding = async (tx: Context, orderId: number): Promise<Transfer[]> => {
  const { orders } = schema
  const [order] = await tx.db.select({ amount: orders.voucher, funder: orders.voucherFunder }).from(orders).where(eq(orders.id, orderId))
  return order?.funder === 'market' && order.amount > 0 ? [voucherFunded(orderId, order.amount)] : []
}

/** A refund on its way to its provider. */
export interface RequestedRefund {
  refundId: number
  provider: string
  amount: Amount
}

/** The refunds of an order that is cancelled before all of its money was there. */
export const cancelling = (orderId: number, refunds: readonly RequestedRefund[]): Transfer[] =>
  refunds.map(({ refundId, provider, amount }) => receivableRefunded(refundId, orderId, [[refundPending(provider), amount]]))
