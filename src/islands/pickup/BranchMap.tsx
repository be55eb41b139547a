import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useT } from '#islands/ui/locale.ts'
import type { PickupBranch } from '#stores/baskets/pickup.ts'
import { loadTiles, ownTiles } from '#stores/addresses/map-point.ts'
import { openBranchMap, type BranchMapHandle } from './branch-map.ts'
import '#islands/addresses/map-picker.css'
import './branch-map.css'

interface BranchMapProps {
  branches: readonly PickupBranch[]
  /** The branch that is looked at. */
  shown: number | null
  onShow: (branchId: number) => void
}

/** Branches as numbers on a map, in the order of the list; one that is pressed is marked in the list. */
export const BranchMap = ({ branches, shown, onShow }: BranchMapProps) => {
  const t = useT('pickup')
  const box = useRef<HTMLElement>(null)
  const map = useRef<BranchMapHandle>(null)
  const [attribution, setAttribution] = useState('')
  const open = useEffectEvent((element: HTMLElement) =>
    openBranchMap(
      element,
      branches.map(({ branchId, lat, lng, address }) => ({ id: branchId, lat, lng, name: address })),
      onShow
    )
  )
  useEffect(() => {
    const element = box.current
    if (!element) return
    const opened = open(element)
    map.current = opened
    let isOpen = true
    void loadTiles().then((tiles) => {
      if (!isOpen) return
      setAttribution(tiles.attribution)
      opened.show(tiles.url, () => {
        setAttribution('')
        opened.show(ownTiles().url, () => undefined)
      })
    })
    return () => {
      isOpen = false
      map.current = null
      opened.close()
    }
  }, [])
  useEffect(() => {
    if (shown !== null) map.current?.mark(shown)
  }, [shown])
  return (
    <div className="map-frame">
      <section ref={box} className="map-box branch-map" aria-label={t('pickup:map')} />
      {attribution && <p className="map-source">{attribution}</p>}
    </div>
  )
}
