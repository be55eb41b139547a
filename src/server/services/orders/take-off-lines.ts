import { asc, eq } from 'drizzle-orm'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import { lineBasePrice, linePrice } from '#domain/basket.ts'
import { shareBack } from '#domain/ledger/shares.ts'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { postFunded } from '#server/services/payments/books/post-captured.ts'
import { lowerDoorTenders } from '#server/services/payments/lower-door-tenders.ts'
import { hasReceived } from '#server/services/payments/refund-tenders.ts'
import { withdrawCards } from './gift-cards/withdraw-cards.ts'
import type { OrderRow } from './order-row.ts'
import { linesOf, type LineBack } from './refund-lines.ts'

const { orderItems, orderParts, orders } = schema
type Item = typeof orderItems.$inferSelect
type Part = typeof orderParts.$inferSelect

/** A line with another quantity, and its prices for it. */
const priced = ({ unitPrice, baseUnitPrice, unitId, pairs }: Item, quantity: number): { price: Amount; base: Amount } => {
  const line = { unitPrice, baseUnitPrice, quantity, weighed: unitId === WEIGHED_UNIT, pairs }
  return { price: linePrice(line), base: lineBasePrice(line) }
}

/** What a line costs with a smaller quantity, and how much less than before, without the discount too. */
const smaller = (item: Item, quantity: number): { price: Amount; less: Amount; baseLess: Amount } => {
  // A replacement costs at most what was ordered, whatever its own price.
  if (item.replaces !== null) {
    const less = shareBack(item.totalPrice, item.quantity, 0, item.quantity - quantity)
    return { price: item.totalPrice - less, less, baseLess: less }
  }
  const [before, after] = [priced(item, item.quantity), priced(item, quantity)]
  return { price: after.price, less: item.totalPrice - after.price, baseLess: before.base - after.base - item.replacedAmount }
}

/**
 * Takes lines off a locked order that is paid at the door, before it is: the order costs less from now on. Packing and delivery go with the
 * last line of a part, the service fee with the last of the order. Returns the order and how much less it costs; null when it is not paid
 * at the door. Throws RangeError for more than a line has.
 */
export const takeOffLines = async (
  tx: Context,
  order: OrderRow,
  lines: readonly LineBack[]
): Promise<{ order: OrderRow; amount: Amount } | null> => {
  const off = new Map(lines.map(({ itemId, quantity }) => [itemId, quantity]))
  const items = (await linesOf(tx, order.id)).map((item) => {
    const quantity = item.quantity - (off.get(item.id) ?? 0)
    if (quantity < 0) throw new RangeError('a line has less left than is to be taken off')
    const voucher = shareBack(item.voucher, item.quantity, 0, item.quantity - quantity)
    return quantity === item.quantity
      ? { item, quantity, voucher, price: item.totalPrice, less: 0, baseLess: 0 }
      : { item, quantity, voucher, ...smaller(item, quantity) }
  })
  const parts = await tx.db.select().from(orderParts).where(eq(orderParts.orderId, order.id)).orderBy(asc(orderParts.id))
  const changed = parts.map((part) => lowered(part, items))
  const isLast = items.every(({ quantity }) => quantity === 0)
  const goods = items.reduce((sum, { less }) => sum + less, 0)
  const packing = changed.reduce((sum, part) => sum + part.packing, 0)
  const ended = changed.reduce((sum, part) => sum + part.delivery, 0)
  const delivery = isLast ? order.deliveryPrice : Math.min(ended, order.deliveryPrice)
  const serviceFee = isLast ? order.serviceFee : 0
  const voucher = changed.reduce((sum, part) => sum + part.voucher + part.voucherDelivery, 0)
  const amount = goods + packing + delivery + serviceFee - voucher
  if (!(await lowerDoorTenders(tx, order.id, amount))) return null
  await withdrawCards(tx, order.id, off)
  for (const { item, quantity, price, voucher: own } of items)
    if (quantity !== item.quantity)
      await tx.db
        .update(orderItems)
        .set({ quantity, totalPrice: price, voucher: item.voucher - own, takenOff: item.takenOff + item.quantity - quantity })
        .where(eq(orderItems.id, item.id))
  for (const { part, goods: less, packing: box, delivery: way, voucher: own, voucherDelivery } of changed)
    await tx.db
      .update(orderParts)
      .set({
        itemsPrice: part.itemsPrice - less,
        packingPrice: part.packingPrice - box,
        deliveryPrice: part.deliveryPrice - way,
        voucher: part.voucher - own,
        voucherDelivery: part.voucherDelivery - voucherDelivery
      })
      .where(eq(orderParts.id, part.id))
  const basePrice = order.basePrice - items.reduce((sum, { baseLess }) => sum + baseLess, 0)
  const itemsPrice = order.itemsPrice - goods
  const [saved] = await tx.db
    .update(orders)
    .set({
      basePrice,
      itemsPrice,
      discount: basePrice - itemsPrice,
      packingPrice: order.packingPrice - packing,
      deliveryPrice: order.deliveryPrice - delivery,
      serviceFee: order.serviceFee - serviceFee,
      voucher: order.voucher - voucher,
      total: order.total - amount,
      takenOff: order.takenOff + amount
    })
    .where(eq(orders.id, order.id))
    .returning()
  if (!saved) throw new Error(`order ${order.number} is locked but was not updated`)
  // What points, gift cards or a wallet paid beside the cash may be all of it now.
  if (!isLast && (await hasReceived(tx, saved))) await postFunded(tx, saved.id)
  return { order: saved, amount }
}

interface Lowered {
  part: Part
  goods: Amount
  packing: Amount
  delivery: Amount
  voucher: Amount
  voucherDelivery: Amount
}

/** What a part loses. */
const lowered = (part: Part, items: readonly { item: Item; quantity: number; less: Amount; voucher: Amount }[]): Lowered => {
  const own = items.filter(({ item }) => item.partId === part.id)
  const ends = own.every(({ quantity }) => quantity === 0)
  return {
    part,
    goods: own.reduce((sum, { less }) => sum + less, 0),
    packing: ends ? part.packingPrice : 0,
    delivery: ends ? part.deliveryPrice : 0,
    voucher: own.reduce((sum, { voucher }) => sum + voucher, 0),
    voucherDelivery: ends ? part.voucherDelivery : 0
  }
}
