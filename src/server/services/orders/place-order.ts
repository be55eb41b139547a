import { linePrice } from '#domain/basket.ts'
import { PAYMENT_METHOD } from '#domain/enums.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { MINUTE, toIso } from '#domain/yerevan-time.ts'
import type { NewOrder } from '#contract/orders.ts'
import type { Context } from '#server/context.ts'
import type { OrderAddress } from '#server/db/schema/trade.ts'
import { schema } from '#server/db/schema.ts'
import { deleteAllLines } from '#server/services/baskets/held.ts'
import type { Line } from '#server/services/baskets/load.ts'
import type { PricedBasket, PricedEntry } from '#server/services/baskets/price.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import { arrivalOf, refusal, requirePaymentMethod } from './checks.ts'
import { nextStepAt } from './move-order.ts'
import type { OrderRow } from './order-row.ts'
import { takeStock } from './stock.ts'

type AddressRow = typeof schema.addresses.$inferSelect

/** Takes the stock, writes order, parts, items and event, and empties the basket. Only inside checkout's transaction; answers the id. */
export const placeOrder = async (
  tx: Context,
  basket: PricedBasket,
  address: AddressRow,
  input: NewOrder,
  userId: number
): Promise<number> => {
  const counted = await takeStock(tx, sumsOf(basket.lines))
  if (!counted) throw refusal(tx, basket, 'OUT_OF_STOCK', { field: 'items' })
  const order = await insertOrder(tx, basket, address, input, userId)
  const { orderParts, orderItems } = schema
  const parts = await tx.db
    .insert(orderParts)
    .values(basket.entries.map((entry) => partOf(order, entry)))
    .returning({ id: orderParts.id, supplierId: orderParts.supplierId })
  const partOfSupplier = new Map(parts.map(({ id, supplierId }) => [supplierId, id]))
  await tx.db.insert(orderItems).values(
    basket.lines.map((line) => ({
      ...itemOf(line),
      orderId: order.id,
      partId: partOfSupplier.get(line.supplierId) ?? 0,
      stockTaken: counted.has(line.productId),
      userId
    }))
  )
  await deleteAllLines(tx, basket.basket.id)
  await recordOrderEvent(tx, 'order.placed', order)
  return order.id
}

const insertOrder = async (tx: Context, basket: PricedBasket, address: AddressRow, input: NewOrder, userId: number): Promise<OrderRow> => {
  const { totals } = basket
  const now = tx.now()
  const paymentId = requirePaymentMethod(input.paymentId)
  const status = paymentId === PAYMENT_METHOD.CASH ? ORDER_STATUS.OPEN : ORDER_STATUS.NEW_NOT_PAID
  const arrival = arrivalOf(tx, basket, input)
  const preparationMinutes = Math.max(...basket.entries.map(({ supplier }) => supplier.preparationMinutes))
  const [order] = await tx.db
    .insert(schema.orders)
    .values({
      userId,
      basketId: basket.basket.id,
      status,
      steps: [{ status, at: toIso(now) }],
      orderMode: basket.basket.orderMode,
      paymentId,
      payBefore: status === ORDER_STATUS.NEW_NOT_PAID ? new Date(now + tx.config.PAYMENT_MINUTES * MINUTE) : null,
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
      total: totals.total,
      nextStepAt: nextStepAt(tx, status, { deliveryNow: input.deliveryNow, deliveryFrom: arrival.from, preparationMinutes }),
      createdAt: new Date(now)
    })
    .returning()
  if (!order) throw new Error('an order that was just written is gone')
  return order
}

const partOf = (order: OrderRow, entry: PricedEntry): typeof schema.orderParts.$inferInsert => ({
  orderId: order.id,
  supplierId: entry.supplier.id,
  branchId: entry.branch.id,
  status: order.status,
  itemsPrice: entry.itemsPrice,
  packingPrice: entry.packing + entry.paperBag,
  deliveryPrice: entry.delivery
})

const itemOf = (line: Line) => ({
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

/** Quantities of the counted products; lines of one product with other options share its stock. */
const sumsOf = (lines: readonly Line[]): { productId: number; quantity: number }[] => {
  const sums = new Map<number, number>()
  for (const { productId, quantity, stock } of lines) if (stock !== null) sums.set(productId, (sums.get(productId) ?? 0) + quantity)
  return [...sums].map(([productId, quantity]) => ({ productId, quantity }))
}

const addressOf = (row: AddressRow): OrderAddress => ({
  title: row.addressTitle || row.title || row.street,
  line: [row.street, row.apartment, row.city].filter(Boolean).join(', '),
  city: row.city,
  lat: row.latitude,
  lng: row.longitude,
  entrance: row.entrance,
  floor: row.floor,
  apartment: row.apartment,
  doorCode: row.doorCode,
  comment: row.comment,
  phone: row.phone
})
