import { atom } from 'nanostores'
import * as catalogue from '#contract/catalogue/calls.ts'
import type { SupplierCard } from '#contract/catalogue/calls.ts'
import { SUPPLIER_TYPE } from '#domain/enums.ts'
import { $location } from '#stores/addresses/location.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'

export type WhoDelivers =
  | { state: 'nowhere' }
  | { state: 'loading'; title: string }
  | { state: 'ready'; title: string; suppliers: readonly SupplierCard[] }
  | { state: 'failed'; failure: Failure }

/** Who delivers to the delivery location, those with the lowest price first. */
const $whoDelivers = atom<WhoDelivers>({ state: 'nowhere' })
export { $whoDelivers }

const MAX_LISTED = 200
let latest = 0

export const loadWhoDelivers = async (): Promise<void> => {
  const number = (latest += 1)
  const { title, latitude, longitude } = $location.get()
  if (latitude === null || longitude === null) return $whoDelivers.set({ state: 'nowhere' })
  $whoDelivers.set({ state: 'loading', title })
  try {
    const query = { type: SUPPLIER_TYPE.all, lat: latitude, lng: longitude, take: MAX_LISTED }
    const { items } = await environment().call(catalogue.suppliers, { query })
    // Another address was chosen meanwhile.
    if (number !== latest) return
    const suppliers = items
      .filter(({ near, sellsTickets }) => near?.delivers && !sellsTickets)
      .toSorted((a, b) => a.delivery.priceFrom - b.delivery.priceFrom || a.delivery.minutesFrom - b.delivery.minutesFrom)
    $whoDelivers.set({ state: 'ready', title, suppliers })
  } catch (cause) {
    if (number === latest) $whoDelivers.set({ state: 'failed', failure: failureOf(cause) })
  }
}

/** Loads them, and again for each other address. Returns what ends it. */
export const followWhoDelivers = (): (() => void) => $location.subscribe(() => void loadWhoDelivers())
