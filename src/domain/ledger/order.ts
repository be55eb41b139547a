import type { Amount } from '../money.ts'
import { courierPayable, giftCard, receivable, supplierPayable, tips } from './accounts.ts'
import { commissionOf, type BasisPoints } from './shares.ts'
import { transfer, type Side, type Transfer } from './transfer.ts'

/** The share of one supplier in an order. `goods`: after item discounts and the supplier's own vouchers, options inside. */
export interface PartShare {
  supplierId: number
  goods: Amount
  packing: Amount
  rate: BasisPoints
}

/** What an order's money is for. */
export interface OrderShares {
  orderId: number
  parts: readonly PartShare[]
  delivery: Amount
  serviceFee: Amount
  tip?: Amount
}

export const totalOf = ({ parts, delivery, serviceFee, tip = 0 }: OrderShares): Amount =>
  parts.reduce((sum, { goods, packing }) => sum + goods + packing, delivery + serviceFee + tip)

/** Where the money of an order goes. */
export const sharesOf = ({ orderId, parts, delivery, serviceFee, tip = 0 }: OrderShares): Side[] => [
  [tips(orderId), tip],
  ...parts.flatMap(({ supplierId, goods, packing, rate }): Side[] => {
    const commission = commissionOf(goods, rate)
    return [
      [supplierPayable(supplierId), goods + packing - commission],
      ['revenue:commission', commission]
    ]
  }),
  ['revenue:delivery', delivery],
  ['revenue:service-fee', serviceFee]
]

/** All the money of an order is there: it is split among those whom it belongs to. */
export const orderFunded = (order: OrderShares): Transfer =>
  transfer('order.funded', `order:${order.orderId}:funded`, [[receivable(order.orderId), totalOf(order)]], sharesOf(order))

/** A price that rose after it was agreed to, or a later tip, paid under a cause of its own: only what was added. */
export const orderRaised = (cause: string, added: OrderShares): Transfer =>
  transfer('order.funded', cause, [[receivable(added.orderId), totalOf(added)]], sharesOf(added))

/** The tip goes to the courier when the order is delivered. */
export const orderDelivered = (orderId: number, courier: string, tip: Amount): Transfer =>
  transfer('order.delivered', `order:${orderId}:delivered`, [[tips(orderId), tip]], [[courierPayable(courier), tip]])

/** A tip that was given after the delivery: all of it is the courier's. `orderId`: of the tip. */
export const tipGiven = (orderId: number, courier: string, amount: Amount): Transfer =>
  transfer('tip.given', `order:${orderId}:tip`, [[receivable(orderId), amount]], [[courierPayable(courier), amount]])

interface SoldCards {
  orderId: number
  cards: readonly { cardId: number; faceValue: Amount }[]
  /** Reduction of the cards' price, paid by the market. */
  discount: Amount
  /** The box or envelope, and who makes it. */
  box?: { supplierId: number; price: Amount }
}

/** Gift cards are owed at face value, whatever they were sold for. */
export const giftCardsSold = ({ orderId, cards, discount, box }: SoldCards): Transfer => {
  const owed: Side[] = cards.map(({ cardId, faceValue }) => [giftCard(cardId), faceValue])
  const boxes: Side[] = box ? [[supplierPayable(box.supplierId), box.price]] : []
  const price = [...owed, ...boxes].reduce((sum, [, amount]) => sum + amount, 0)
  return transfer(
    'gift-card.sold',
    `order:${orderId}:gift-cards`,
    [
      [receivable(orderId), price - discount],
      ['cost:vouchers', discount]
    ],
    [...owed, ...boxes]
  )
}
