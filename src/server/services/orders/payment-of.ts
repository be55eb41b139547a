import type { OrderCard } from '#contract/orders/calls.ts'
import { ORDER_STATUS, type OrderStatus } from '#domain/order-status.ts'

export interface PayableOrder {
  status: OrderStatus
  paidAt: Date | null
  refundedAt: Date | null
}

/** What a person is told about paying an order; `processing` is money on its way back. */
export const paymentOf = ({ status, paidAt, refundedAt }: PayableOrder): OrderCard['payment'] => {
  if (refundedAt) return 'refunded'
  if (status === ORDER_STATUS.NEW_NOT_PAID) return 'awaiting'
  if (paidAt) return status === ORDER_STATUS.CANCELLED ? 'processing' : 'paid'
  return 'none'
}
