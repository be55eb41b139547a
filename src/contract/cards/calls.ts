import { endpoint } from '#contract/endpoint.ts'
import type { CardBrand } from '#domain/cards/brand.ts'

/** A card that its bank remembers; its number never reaches the shop. */
export interface SavedCard {
  id: number
  brand: CardBrand | null
  lastFour: string
  /** MM/YY. */
  expiry: string
  /** expired: its date is over; waiting: the shop works with another bank just now. */
  state: 'usable' | 'expired' | 'waiting'
}

export const list = endpoint<{ reply: SavedCard[] }>()({
  method: 'GET',
  path: '/user/profile/cards',
  access: 'user',
  codes: [],
  about: 'Saved cards of the person, the newest first.'
})

export const remove = endpoint<{ params: { id: number }; reply: SavedCard[] }>()({
  method: 'DELETE',
  path: '/user/profile/cards/:id',
  access: 'user',
  perMinute: 30,
  codes: ['NOT_FOUND', 'CARD_BUSY_WITH_ORDER', 'CARD_UNBIND_FAILED'],
  about: 'Makes the bank forget a card; the others.'
})
