import { askIn, openModal } from '#stores/modals.ts'

export { toggleFavourite, startFavouriteKeys } from '#stores/favourites/favourites.ts'
export { share } from '#page-scripts/suppliers/share.ts'

/** What a page knows of its supplier when something is to be added from it. */
export interface ClosedCard {
  supplier: string
  state: 'open' | 'closed' | 'closesSoon'
  /** ISO +04:00: when the state changes; missing: not within the days that can be ordered for. */
  changesAt: string
  /** The earliest delivery while it is closed; missing: none. */
  deliveryFrom: string
  /** Of preparing. */
  minutes: number
}

/** Whether adding goes on: somebody who is told that the supplier is closed, or closes soon, may rather not. */
export const askWhenClosed = async ({ supplier, state, changesAt, deliveryFrom, minutes }: ClosedCard): Promise<boolean> => {
  if (state === 'open') return true
  if (state === 'closesSoon') return askIn('restaurants-about-to-close', { supplier, closesAt: changesAt, minutes })
  if (changesAt && deliveryFrom) return askIn('closed-restaurant', { supplier, opensAt: changesAt, deliveryFrom })
  openModal('restaurant-closed', { supplier })
  return false
}
