import { asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { giftCardsSold, orderDelivered, orderFunded, tipGiven, type OrderShares } from '#domain/ledger/order.ts'
import { voucherFunded } from '#domain/ledger/received.ts'
import { receivableRefunded } from '#domain/ledger/refunds.ts'
import { ANY_COURIER, refundPending } from '#domain/ledger/accounts.ts'
import type { Transfer } from '#domain/ledger/transfer.ts'
import type { VoucherFunder } from '#domain/vouchers/voucher.ts'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

/** What the money of a locked order is for: gift cards, a tip, or what its parts sell. */
export interface Purpose {
  orderId: number
  cards: readonly { cardId: number; faceValue: Amount }[]
  /** Of a tip: the order whose courier gets it, and the courier if one was named. */
  tipFor: number | null
  courier: string | null
  total: Amount
  voucher: Amount
  voucherFunder: VoucherFunder | null
  delivery: Amount
  serviceFee: Amount
  tip: Amount
  parts: OrderShares['parts']
}

/** Reads it in one query; null when there is no such order. */
export const readPurpose = async (tx: Context, orderId: number): Promise<Purpose | null> => {
  const { giftCards, orders, orderParts } = schema
  const delivered = alias(orders, 'delivered')
  const rows = await tx.db
    .select({
      part: {
        supplierId: orderParts.supplierId,
        goods: orderParts.itemsPrice,
        packing: orderParts.packingPrice,
        rate: orderParts.commission,
        voucher: orderParts.voucher
      },
      order: {
        tipFor: orders.tipFor,
        courier: delivered.courier,
        total: orders.total,
        voucher: orders.voucher,
        voucherFunder: orders.voucherFunder,
        delivery: orders.deliveryPrice,
        serviceFee: orders.serviceFee,
        tip: orders.tip
      },
      cards: sql<Purpose['cards']>`(select coalesce(json_agg(json_build_object('cardId', ${giftCards.id}, 'faceValue', ${giftCards.value})
        order by ${giftCards.id}), '[]') from ${giftCards} where ${giftCards.orderId} = ${orders.id})`
    })
    .from(orders)
    .leftJoin(orderParts, eq(orderParts.orderId, orders.id))
    .leftJoin(delivered, eq(delivered.id, orders.tipFor))
    .where(eq(orders.id, orderId))
    .orderBy(asc(orderParts.id))
  const [first] = rows
  if (!first) return null
  // A supplier's own voucher makes its goods cheaper; the market adds what its voucher takes off.
  const isOwnVoucher = first.order.voucherFunder === 'supplier'
  const parts = rows.flatMap(({ part }) => {
    if (!part) return []
    const { voucher, goods, ...rest } = part
    return [{ ...rest, goods: isOwnVoucher ? goods - voucher : goods }]
  })
  return { orderId, ...first.order, cards: first.cards, parts }
}

/** What an order's parts are paid for. */
export const sharesOfOrder = ({ orderId, parts, delivery, serviceFee, tip }: Purpose): OrderShares => {
  if (parts.length === 0) throw new Error(`order ${orderId} has no parts`)
  return { orderId, parts, delivery, serviceFee, tip }
}

/** All the money of an order is there: the market adds its share of a voucher. */
export const fundingOf = (purpose: Purpose): Transfer[] => {
  const special = cardsFunding(purpose) ?? tipFunding(purpose)
  return special ? [special] : [...voucherFunding(purpose), orderFunded(sharesOfOrder(purpose))]
}

/** Gift cards that an order is for; null: it is for something else. */
export const cardsFunding = ({ orderId, cards }: Purpose): Transfer | null =>
  cards.length === 0 ? null : giftCardsSold({ orderId, cards, discount: 0 })

/** The tip that an order is; null: it is something else. */
export const tipFunding = ({ orderId, tipFor, courier, total }: Purpose): Transfer | null =>
  tipFor === null ? null : tipGiven(orderId, courier ?? ANY_COURIER, total)

export const voucherFunding = ({ orderId, voucher, voucherFunder }: Purpose): Transfer[] =>
  voucherFunder === 'market' && voucher > 0 ? [voucherFunded(orderId, voucher)] : []

/** A delivered order's tip, as far as it did not go back, is the courier's; null: there is none. */
export const tipDelivery = async (tx: Context, orderId: number): Promise<Transfer | null> => {
  const { orders } = schema
  const [order] = await tx.db
    .select({ tip: orders.tip, back: orders.refundedTip, courier: orders.courier })
    .from(orders)
    .where(eq(orders.id, orderId))
  return order && order.tip > order.back ? orderDelivered(orderId, order.courier ?? ANY_COURIER, order.tip - order.back) : null
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
