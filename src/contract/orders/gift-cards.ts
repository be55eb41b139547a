import type { PhysicalCardState } from '#domain/gift-cards/gift-card.ts'

/** A gift card that an order brings in a letter or a box. */
export interface OrderGiftCard {
  /** The last four characters of its code; null until it is handed over. */
  code: string | null
  /** AMD. */
  value: number
  state: PhysicalCardState
  /** Until when it can be spent; null until it is handed over. */
  expiresAt: string | null
}
