import * as geo from '#contract/geo/calls.ts'
import type { Reach } from '#contract/geo/calls.ts'
import { confirmedBasket } from '#stores/baskets/server.ts'
import { entriesOf } from '#stores/baskets/lines.ts'
import { environment } from '#stores/environment.ts'
import type { MapPoint } from './map-point.ts'

/** Kilometres that a town may reach from its middle: no more is known of an address than its town. */
const TOWN_KM = 10

const known = new Map<string, Promise<readonly Reach[] | null>>()

/** Where the goods would come from: the supplier whose page this is, and those in the basket. */
const suppliersAtHand = (ofPage: number | null): number[] => {
  const basket = confirmedBasket()
  const held = basket ? entriesOf(basket).map(({ supplier }) => supplier.id) : []
  return [...new Set([...(ofPage === null ? [] : [ofPage]), ...held])]
}

export interface ReachQuestion {
  points: readonly MapPoint[]
  /** Of the page, if it is a supplier's. */
  supplier: number | null
  /** Only the towns are known. */
  onlyTown?: boolean
}

/** Who delivers to each point; null when no answer came, and nothing is said. Asked once a page. */
export const askReach = ({ points, supplier, onlyTown = false }: ReachQuestion): Promise<readonly Reach[] | null> => {
  const query = {
    points: points.map(({ lat, lng }) => `${lat.toFixed(5)},${lng.toFixed(5)}`).join('|'),
    suppliers: suppliersAtHand(supplier).join('|'),
    ...(onlyTown ? { around: TOWN_KM } : {})
  }
  const key = JSON.stringify(query)
  const asked = known.get(key) ?? environment().call(geo.reach, { query }).catch(forget(key))
  known.set(key, asked)
  return asked
}

const forget = (key: string) => (): null => {
  known.delete(key)
  return null
}
