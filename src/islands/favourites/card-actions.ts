import { askIn, openModal } from '#stores/modals.ts'

export { toggleFavourite, startFavouriteKeys } from '#stores/favourites/favourites.ts'
export { share } from '#page-scripts/suppliers/share.ts'

/** In a chunk of its own: only the home page asks, for people signed in. */
export const refreshActiveOrder = async (): Promise<void> => (await import('#page-scripts/active-order.ts')).refreshActiveOrder()

/** State of the page's supplier when a product is added. */
export interface ClosedCard {
  supplier: string
  state: 'open' | 'closed' | 'closesSoon'
  /** ISO +04:00: when the state changes; empty: not within the days open for orders. */
  changesAt: string
  /** ISO +04:00: the earliest delivery while it is closed; empty: none. */
  deliveryFrom: string
  /** Preparation time. */
  minutes: number
}

/** Asks for confirmation when the supplier is closed or closes soon. Resolves to whether to add the product. */
export const askWhenClosed = async ({ supplier, state, changesAt, deliveryFrom, minutes }: ClosedCard): Promise<boolean> => {
  if (state === 'open') return true
  if (state === 'closesSoon') return askIn('restaurants-about-to-close', { supplier, closesAt: changesAt, minutes })
  if (changesAt && deliveryFrom) return askIn('closed-restaurant', { supplier, opensAt: changesAt, deliveryFrom })
  openModal('restaurant-closed', { supplier })
  return false
}
