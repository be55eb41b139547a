import type { OrderMode } from '#domain/enums.ts'
import type { Amount } from '#domain/money.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import type { OrderAddress } from '#server/db/schema/trade.ts'
import type { Method } from '#server/services/payments/methods.ts'
import { providerOf } from '#server/services/payments/provider-of.ts'
import { payBeforeOf } from '#server/services/payments/transfers/invoice.ts'
import type { Placed } from '../place-order.ts'
import { writeOrder } from '../write-order.ts'

/** Nobody brings anything. */
const NOWHERE: OrderAddress = {
  ...{ title: '', line: '', city: '', lat: 0, lng: 0, entrance: '', floor: 0 },
  ...{ apartment: '', doorCode: '', comment: '', phone: '' }
}

interface Wanted {
  userId: number
  orderMode: OrderMode
  method: Method
  total: Amount
  /** When what was bought is there. */
  at: Date
  /** A saved card to charge, or whether one is to be saved. */
  boundCardId?: number | undefined
  bindCard?: boolean | undefined
  key: string
}

/** Writes an order of which suppliers prepare nothing, and which waits for its money: a gift card, or a tip. The basket stays as it is. */
export const writeOrderWithoutGoods = async (
  tx: Context,
  { userId, orderMode, method, total, at, boundCardId, bindCard, key }: Wanted
): Promise<Placed> => {
  const now = new Date(tx.now())
  const status = ORDER_STATUS.NEW_NOT_PAID
  const order = {
    ...{ userId, groupOrderId: null, basketId: 0, status, steps: [{ status, at: toIso(tx.now()) }], orderMode },
    ...{ paymentId: method.id, payBefore: payBeforeOf(tx, method), address: NOWHERE, pickupCode: null, deliveryNow: true },
    ...{ deliveryFrom: at, deliveryTo: at, customerComment: '', cutlery: false, isGift: false, greeting: '', runOut: 'call' as const },
    ...{ basePrice: total, discount: 0, itemsPrice: total, packingPrice: 0, deliveryPrice: 0, serviceFee: 0 },
    ...{ voucherCode: null, voucher: 0, voucherFunder: null, tip: 0, total, nextStepAt: null, createdAt: now }
  }
  const tenders = [{ payerId: userId, methodId: method.id, amount: total, createdAt: now }]
  // A saved card, or one to be saved, needs more than the row.
  const bank = boundCardId === undefined && !bindCard ? (providerOf(tx, method)?.provider ?? null) : null
  return { ...(await writeOrder(tx, { order, parts: [], items: [], tenders, bank, use: null, key, keepsBaskets: true })), status }
}
