import { divIcon, latLngBounds, map as createMap, marker, tileLayer, type TileLayer } from 'leaflet/dist/leaflet-src.esm.js'
import { watchTiles } from '#stores/addresses/map-point.ts'

export interface BranchMapHandle {
  show: (url: string, lost: () => void) => void
  mark: (id: number) => void
  close: () => void
}

const ZOOM = { near: 15, min: 7, max: 18 }
const PIN_PX = 44

/** A map with a numbered marker for each branch; Leaflet makes markers focusable and pressable by Enter. */
export const openBranchMap = (
  element: HTMLElement,
  branches: readonly { id: number; lat: number; lng: number; name: string }[],
  onPress: (id: number) => void
): BranchMapHandle => {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = createMap(element, {
    minZoom: ZOOM.min,
    maxZoom: ZOOM.max,
    zoomControl: false,
    attributionControl: false,
    zoomAnimation: !calm,
    fadeAnimation: !calm,
    inertia: !calm
  })
  const fit = (): void =>
    void map.fitBounds(latLngBounds(branches.map(({ lat, lng }) => [lat, lng])), {
      padding: [PIN_PX, PIN_PX],
      maxZoom: ZOOM.near,
      animate: false
    })
  fit()
  const markers = new Map(
    branches.map(({ id, lat, lng, name }, index) => {
      const pin = marker([lat, lng], {
        icon: divIcon({ className: 'branch-pin', html: String(index + 1), iconSize: [PIN_PX, PIN_PX] }),
        keyboard: true,
        alt: name
      })
      pin.on('click keypress', () => onPress(id))
      pin.addTo(map)
      pin.getElement()?.setAttribute('aria-label', `${index + 1}. ${name}`)
      return [id, pin]
    })
  )
  // A dialog has its size only after it is shown.
  const watching = new ResizeObserver(() => {
    map.invalidateSize({ pan: false })
    fit()
  })
  watching.observe(element)
  let layer: TileLayer | null = null
  let watch: ReturnType<typeof watchTiles> | null = null
  return {
    show: (url, lost) => {
      watch?.stop()
      layer?.remove()
      const tiles = watchTiles((are) => (are === 'lost' ? lost() : undefined))
      const next = tileLayer(url, { minZoom: ZOOM.min, maxZoom: ZOOM.max, keepBuffer: 1 })
      next.on('tileload', tiles.loaded)
      next.on('tileerror', tiles.failed)
      watch = tiles
      layer = next.addTo(map)
    },
    mark: (id) => {
      for (const [other, pin] of markers) pin.getElement()?.classList.toggle('branch-pin-shown', other === id)
      const pin = markers.get(id)
      if (pin) map.panTo(pin.getLatLng(), { animate: !calm })
    },
    close: () => {
      watch?.stop()
      watching.disconnect()
      map.remove()
    }
  }
}
