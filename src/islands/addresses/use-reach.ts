import { useEffect, useState } from 'react'
import type { Reach } from '#contract/geo/calls.ts'
import type { MapPoint } from '#stores/addresses/map-point.ts'

type Announced = readonly (Reach | undefined)[]
const NOTHING: Announced = []
/** Only what has to be said. */
const announcedReach = (reach: Reach): Reach | undefined => (reach.somebody && reach.missing.length === 0 ? undefined : reach)

/** Of these points, in their order, those that nobody, or not the supplier at hand, delivers to; empty until it is known. */
export const useReach = (points: readonly MapPoint[], onlyTown = false): Announced => {
  const key = JSON.stringify([points, onlyTown])
  const [result, setResult] = useState<{ key: string; list: Announced }>({ key: '', list: NOTHING })
  useEffect(() => {
    const [mapPoints, isTown] = JSON.parse(key) as [MapPoint[], boolean]
    if (mapPoints.length === 0) return
    let isWaiting = true
    const supplier = Number(document.querySelector<HTMLElement>('[data-door]')?.dataset['door']) || null
    void import('#stores/addresses/delivery-reach.ts')
      .then(({ askReach }) => askReach({ points: mapPoints, supplier, onlyTown: isTown }))
      .then((list) => {
        if (isWaiting && list) setResult({ key, list: list.map(announcedReach) })
      })
      // Without the script nobody is told here; the cards and the checkout say it.
      .catch(() => undefined)
    return () => {
      isWaiting = false
    }
  }, [key])
  return result.key === key ? result.list : NOTHING
}
