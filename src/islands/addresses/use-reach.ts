import { useEffect, useState } from 'react'
import type { Reach } from '#contract/geo/calls.ts'
import type { MapPoint } from '#stores/addresses/map-point.ts'

type Announced = readonly (Reach | undefined)[]
const NOTHING: Announced = []
/** Returns the reach only when it has to be shown. */
const announcedReach = (reach: Reach): Reach | undefined => (reach.somebody && reach.missing.length === 0 ? undefined : reach)

/** For each point the reach when nobody, or not the page's supplier, delivers there, else undefined. Empty until loaded. */
export const useReach = (points: readonly MapPoint[], onlyTown = false): Announced => {
  const key = JSON.stringify([points, onlyTown])
  const [result, setResult] = useState<{ key: string; list: Announced }>({ key: '', list: NOTHING })
  useEffect(() => {
    const [mapPoints, isTown] = JSON.parse(key) as [MapPoint[], boolean]
    if (mapPoints.length === 0) return
    let isWaiting = true
    const supplier = Number(document.querySelector<HTMLElement>('[data-supplier-page]')?.dataset['supplierPage']) || null
    void import('#stores/addresses/delivery-reach.ts')
      .then(({ askReach }) => askReach({ points: mapPoints, supplier, onlyTown: isTown }))
      .then((list) => {
        if (isWaiting && list) setResult({ key, list: list.map(announcedReach) })
      })
      // Optional: when the script fails to load, cards and checkout show it.
      .catch(() => undefined)
    return () => {
      isWaiting = false
    }
  }, [key])
  return result.key === key ? result.list : NOTHING
}
