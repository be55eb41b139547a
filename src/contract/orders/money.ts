import type { StoreCredit, RefundReason, RefundState, TenderState } from '#domain/payment.ts'

/** A share of the price by one method; `methodKey` is the i18n key of the method. */
export interface OrderTender {
  methodKey: string
  amount: number
  state: TenderState
  /** Of a group order for which everybody paid: who. */
  person?: string
}

/** Amount in AMD; `at` is null while the money is on its way. byHand: people pay it, no card is credited; as: points came back, it is on the gift card that paid, or in the corporate wallet. */
export interface OrderRefund {
  id: number
  amount: number
  at: string | null
  reason: RefundReason
  state: RefundState
  byHand: boolean
  /** What the caller may take instead, at once (PUT /orders/refunds/:id); null: nothing. */
  storeCredit: StoreCredit | null
  as?: 'points' | 'giftCard' | 'corporateWallet'
  /** CARD_REFUND_FAILED: the bank has not taken the refund yet, and is asked again. */
  code: 'CARD_REFUND_FAILED' | null
}
