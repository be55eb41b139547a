import { endpoint } from '#contract/endpoint.ts'
import type { UnitId } from '#domain/enums.ts'
import type { ReceiptKind } from '#domain/fiscal/receipt.ts'
import type { OrderStatus } from '#domain/order-status.ts'

// What is printed about an order.

/** A fiscal receipt, or the one of what went back. `printed` is null until the state's service has it; `link`: where its QR code leads. */
export interface OrderReceipt {
  kind: ReceiptKind
  /** Of gift cards, which are paid for before something is bought with them. Their boxes and the delivery are on another receipt. */
  prepayment: boolean
  amount: number
  printed: {
    number: string
    fiscal: string
    /** Serial number of the cash register. */
    serial: string
    at: string
    link: string | null
    /** The QR code, drawn as one path in a field of `size` by `size`. */
    qr: { size: number; path: string } | null
  } | null
}

/** A pro-forma invoice. Amounts in AMD. */
export interface OrderInvoice {
  orderNumber: string
  issuedAt: string
  /** The last day on which the order waits for the money, yyyy-mm-dd. */
  lastDay: string
  seller: { name: string; tin: string; address: string; bank: string; account: string }
  buyer: { name: string; tin: string }
  lines: { name: string; quantity: number; unitId: UnitId; totalPrice: number }[]
  packingPrice: number
  deliveryPrice: number
  serviceFee: number
  /** What a promo code takes off. */
  voucherDiscount: number
  total: number
  /** What has come of it. */
  received: number
  status: OrderStatus
}

export const invoice = endpoint<{ query: { orderNumber: string }; reply: OrderInvoice }>()({
  method: 'GET',
  path: '/user/profile/order/invoice',
  access: 'user',
  codes: ['ORDER_NOT_FOUND'],
  about: 'The pro-forma invoice of an order that is paid by bank transfer.'
})
