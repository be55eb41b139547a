import * as geo from '#contract/geo/calls.ts'
import type { Reach } from '#contract/geo/calls.ts'
import { confirmedBasket } from '#stores/baskets/server.ts'
import { entriesOf } from '#stores/baskets/lines.ts'
import { environment } from '#stores/environment.ts'
import type { MapPoint } from './map-point.ts'

/** Radius of a town in kilometres, for addresses known only by their town. */
const TOWN_KM = 10

const cache = new Map<string, Promise<readonly Reach[] | null>>()

/** Ids of the suppliers that would deliver: the one of the page, and those in the basket. */
const relevantSuppliers = (ofPage: number | null): number[] => {
  const basket = confirmedBasket()
  const inBasket = basket ? entriesOf(basket).map(({ supplier }) => supplier.id) : []
  return [...new Set([...(ofPage === null ? [] : [ofPage]), ...inBasket])]
}

export interface ReachQuestion {
  points: readonly MapPoint[]
  /** The supplier of the page, if any. */
  supplier: number | null
  /** The points are town centres. */
  onlyTown?: boolean
}

/** Which suppliers deliver to each point; null when the call failed. Cached per page. */
export const askReach = ({ points, supplier, onlyTown = false }: ReachQuestion): Promise<readonly Reach[] | null> => {
  const query = {
    points: points.map(({ lat, lng }) => `${lat.toFixed(5)},${lng.toFixed(5)}`).join('|'),
    suppliers: relevantSuppliers(supplier).join('|'),
    ...(onlyTown ? { around: TOWN_KM } : {})
  }
  const key = JSON.stringify(query)
  const response = cache.get(key) ?? environment().call(geo.reach, { query }).catch(evict(key))
  cache.set(key, response)
  return response
}

const evict = (key: string) => (): null => {
  cache.delete(key)
  return null
}
