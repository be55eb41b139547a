import { asc, eq, inArray } from 'drizzle-orm'
import type { PhysicalCard } from '#domain/ledger/own-money.ts'
import { commissionOf } from '#domain/ledger/shares.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

/** Reads what the ledger has to know of physical cards, in the order of their ids: who sold them, and the market's commission on each. */
export const readPhysicalCards = async (tx: Context, ids: readonly number[]): Promise<PhysicalCard[]> => {
  const { giftCards, orderItems, orderParts, orders } = schema
  const rows = await tx.db
    .select({
      cardId: giftCards.id,
      supplierId: orderParts.supplierId,
      value: giftCards.value,
      rate: orderParts.commission,
      base: orderItems.baseUnitPrice,
      price: orderItems.totalPrice,
      voucher: orderItems.voucher,
      funder: orders.voucherFunder,
      quantity: orderItems.quantity
    })
    .from(giftCards)
    .innerJoin(orderItems, eq(orderItems.id, giftCards.itemId))
    .innerJoin(orderParts, eq(orderParts.id, orderItems.partId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(inArray(giftCards.id, [...ids]))
    .orderBy(asc(giftCards.id))
  return rows.map(({ rate, base, price, voucher, funder, quantity, ...card }) => {
    const box = base - card.value
    const paid = Math.floor((price - (funder === 'supplier' ? voucher : 0)) / quantity) - box
    // What a supplier sells for less than is on it brought less commission.
    return { ...card, commission: commissionOf(Math.max(0, Math.min(card.value, paid)), rate) }
  })
}
