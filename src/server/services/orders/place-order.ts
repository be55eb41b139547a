import { linePrice } from '#domain/basket.ts'
import { checkedAmount } from '#domain/money.ts'
import { ORDER_STATUS, type OrderStatus } from '#domain/order-status.ts'
import { MINUTE, toIso } from '#domain/time/yerevan-time.ts'
import type { NewOrder } from '#contract/orders/calls.ts'
import type { Context } from '#server/context.ts'
import type { OrderAddress } from '#server/db/schema/trade.ts'
import type { Line } from '#server/services/baskets/pricing/price-lines.ts'
import type { PricedBasket, PricedEntry } from '#server/services/baskets/pricing/price.ts'
import type { StoredAddress } from '#server/services/baskets/state.ts'
import type { Method } from '#server/services/payments/methods.ts'
import { arrivalOf } from './checks.ts'
import { nextStepAt } from './move-order.ts'
import { reserveStock } from './stock.ts'
import { writeOrder } from './write-order.ts'

/** The new order, as the reply of checkout names it. */
export interface Placed {
  id: number
  number: string
  status: OrderStatus
}

/**
 * Reserves the stock, writes order, parts, items and event, and empties the basket. Only inside checkout's transaction. Returns null when
 * stock is too low.
 */
export const placeOrder = async (
  tx: Context,
  basket: PricedBasket,
  address: StoredAddress,
  input: NewOrder,
  buyer: { userId: number; key: string; method: Method }
): Promise<Placed | null> => {
  const counted = await reserveStock(tx, quantityPerProduct(basket.lines))
  if (!counted) return null
  const { userId, key, method } = buyer
  const order = orderOf(tx, basket, address, input, buyer)
  const parts = basket.entries.map((entry) => partOf(order.status, entry))
  const items = basket.lines.map((line) => ({ ...itemOf(line), stockTaken: counted.has(line.productId), userId }))
  const tenders = [{ payerId: userId, methodId: method.id, amount: order.total, createdAt: order.createdAt }]
  return { ...(await writeOrder(tx, { order, parts, items, tenders, key })), status: order.status }
}

const orderOf = (
  tx: Context,
  basket: PricedBasket,
  address: StoredAddress,
  input: NewOrder,
  { userId, method }: { userId: number; method: Method }
) => {
  const { totals } = basket
  const now = tx.now()
  const status = method.waits ? ORDER_STATUS.NEW_NOT_PAID : ORDER_STATUS.OPEN
  const arrival = arrivalOf(tx, basket, input)
  const preparationMinutes = Math.max(...basket.entries.map(({ supplier }) => supplier.preparationMinutes))
  return {
    userId,
    basketId: basket.basket.id,
    status,
    steps: [{ status, at: toIso(now) }],
    orderMode: basket.basket.orderMode,
    paymentId: method.id,
    payBefore: method.waits ? new Date(now + tx.config.PAYMENT_MINUTES * MINUTE) : null,
    address: addressOf(address),
    deliveryNow: input.deliveryNow,
    deliveryFrom: arrival.from,
    deliveryTo: arrival.to,
    customerComment: input.customerComment ?? '',
    cutlery: input.cutlery ?? false,
    basePrice: totals.basePrice,
    discount: totals.discount,
    itemsPrice: totals.items,
    packingPrice: totals.packing,
    deliveryPrice: totals.delivery,
    serviceFee: totals.serviceFee,
    total: checkedAmount(totals.total),
    nextStepAt: nextStepAt(tx, status, { deliveryNow: input.deliveryNow, deliveryFrom: arrival.from, preparationMinutes }),
    createdAt: new Date(now)
  }
}

const partOf = (status: OrderStatus, entry: PricedEntry) => ({
  supplierId: entry.supplier.id,
  branchId: entry.branch.id,
  status,
  itemsPrice: entry.itemsPrice,
  packingPrice: entry.packing + entry.paperBag,
  deliveryPrice: entry.delivery
})

const itemOf = (line: Line) => ({
  supplierId: line.supplierId,
  productId: line.productId,
  name: line.name,
  picture: line.picture,
  unitId: line.unitId,
  quantity: line.quantity,
  unitPrice: line.unitPrice,
  baseUnitPrice: line.baseUnitPrice,
  totalPrice: linePrice(line),
  options: line.options
})

/** Returns the total quantity per product with counted stock; lines of one product with different options share its stock. */
const quantityPerProduct = (lines: readonly Line[]): { productId: number; quantity: number }[] => {
  const totals = new Map<number, number>()
  for (const { productId, quantity, stock } of lines) if (stock !== null) totals.set(productId, (totals.get(productId) ?? 0) + quantity)
  return [...totals].map(([productId, quantity]) => ({ productId, quantity }))
}

const addressOf = (row: StoredAddress): OrderAddress => ({
  title: row.address_title || row.title || row.street,
  line: [row.street, row.apartment, row.city].filter(Boolean).join(', '),
  city: row.city,
  lat: row.latitude,
  lng: row.longitude,
  entrance: row.entrance,
  floor: row.floor,
  apartment: row.apartment,
  doorCode: row.door_code,
  comment: row.comment,
  phone: row.phone
})
