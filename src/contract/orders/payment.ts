import { endpoint } from '#contract/endpoint.ts'
import type { OrderStatus } from '#domain/order-status.ts'
import type { OwnMoneyUse } from './own-money.ts'

/**
 * CARD_REGISTRATION_FAILED, FAST_PAYMENT_REGISTRATION_FAILED (a wallet): the payment did not begin; CARD_PAYMENT_FAILED: the bank refused the saved card; PAYMENT_FAILED: what the bank
 * took is not what was asked, and goes back; ORDER_STATUS_UNAVAILABLE: the bank has not said yet whether it took the money.
 */
export type PaymentFailure =
  | 'CARD_REGISTRATION_FAILED'
  | 'FAST_PAYMENT_REGISTRATION_FAILED'
  | 'CARD_PAYMENT_FAILED'
  | 'PAYMENT_FAILED'
  | 'ORDER_STATUS_UNAVAILABLE'

/** Reply of checkout and pay-for-order. `redirectUrl` is the bank's page, null when nothing is paid online. */
export interface PlacedOrder {
  orderNumber: string
  orderId: number
  status: OrderStatus
  redirectUrl: string | null
  /** What went wrong at the bank: the order exists and can be paid later. */
  paymentCode: PaymentFailure | null
}

/** What the shop keeps for a person pays here only shares of group orders for which everybody pays; `paymentId` then pays the rest. */
export interface OrderToPay extends OwnMoneyUse {
  orderNumber: string
  paymentId?: number
  /** One of the suppliers that the person sees; another one's order is not paid by a page that is out of date. */
  supplierId?: number
  boundCardId?: number
  bindCard?: boolean
  /** Of a group order for which everybody pays: its initiator pays this member's share besides the own one. */
  memberId?: number
}

export const payForOrder = endpoint<{ body: OrderToPay; reply: PlacedOrder }>()({
  method: 'POST',
  path: '/orders/pay-for-order',
  access: 'user',
  moneyMoving: true,
  perMinute: 30,
  codes: [
    'ORDER_NOT_FOUND',
    'ALREADY_PAID',
    'ORDER_BEING_PROCESSED',
    'PAYMENT_METHOD_UNAVAILABLE',
    'BANK_TRANSFER_UNAVAILABLE',
    'NO_GIFT_CARDS_WITH_BANK_TRANSFER',
    'BANK_TRANSFER_FORBIDDEN_AT_SUPPLIER',
    'B2B_ORDER_FORBIDDEN',
    'TOO_MANY_OPEN_ORDERS',
    'CANNOT_PAY_FOR_OTHER_SUPPLIER',
    'CUSTOM',
    'CHECKOUT_OUTDATED',
    'CORPORATE_WALLET_UNAVAILABLE',
    'GIFT_CARD_NOT_FOUND',
    'GIFT_CARD_USED',
    'GIFT_CARD_EXPIRED',
    'GROUP_ORDER_ACTION_FORBIDDEN',
    'GROUP_ORDER_OWNER_CANNOT_EDIT_PAID_MEMBER',
    'NOT_FOUND',
    'CARD_REGISTRATION_FAILED',
    'FAST_PAYMENT_REGISTRATION_FAILED',
    'CARD_PAYMENT_FAILED',
    'PAYMENT_FAILED',
    'ORDER_STATUS_UNAVAILABLE'
  ],
  about:
    'Starts another payment of an unpaid order, or turns it to another method, such as cash (paymentId 3). Where everybody pays a group order: the own share of it.'
})
