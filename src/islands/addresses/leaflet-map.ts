import { latLngBounds, map as createMap, tileLayer, type TileLayer } from 'leaflet/dist/leaflet-src.esm.js'
import { ARMENIA } from '#domain/armenia.ts'
import { watchTiles, type MapPoint, type MapTiles } from '#stores/addresses/map-point.ts'

export interface MapHandle {
  zoom: (by: 1 | -1) => void
  goTo: (point: MapPoint) => void
  /** `notify`: the tiles fail to load, or load again. */
  show: (tiles: MapTiles, notify: (are: 'lost' | 'back') => void) => void
  close: () => void
}

const ZOOM = { first: 16, min: 7, max: 18 }
/** Margin in degrees, so that the marker reaches the border. */
const MARGIN = 0.5
const KEY_PX = 48

const shortestOf = (calm: boolean) => ({ zoomAnimation: !calm, fadeAnimation: !calm, inertia: !calm })

/** A map dragged under a marker in its centre. Keyboard by Leaflet: arrows move it, plus and minus zoom. */
export const openMap = (
  element: HTMLElement,
  start: MapPoint,
  zoom: number | null,
  onRest: (point: MapPoint) => void,
  onEnter: () => void
): MapHandle => {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = createMap(element, {
    center: [start.lat, start.lng],
    zoom: zoom ?? ZOOM.first,
    minZoom: ZOOM.min,
    maxZoom: ZOOM.max,
    maxBounds: latLngBounds([ARMENIA.south - MARGIN, ARMENIA.west - MARGIN], [ARMENIA.north + MARGIN, ARMENIA.east + MARGIN]),
    zoomControl: false,
    attributionControl: false,
    keyboardPanDelta: KEY_PX,
    // Wheel and pinch zoom around the centre, or the point under the marker would change.
    scrollWheelZoom: 'center',
    touchZoom: 'center',
    doubleClickZoom: 'center',
    ...shortestOf(calm)
  })
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onEnter()
  })
  const middle = (): MapPoint => {
    const { lat, lng } = map.getCenter()
    return { lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) }
  }
  map.on('moveend', () => onRest(middle()))
  onRest(middle())
  // A dialog has its size only after it is shown.
  const watching = new ResizeObserver(() => map.invalidateSize({ pan: false }))
  watching.observe(element)
  let layer: TileLayer | null = null
  let watch: ReturnType<typeof watchTiles> | null = null
  return {
    zoom: (by) => void map.setZoom(map.getZoom() + by),
    goTo: ({ lat, lng }) => void map.setView([lat, lng], ZOOM.first, { animate: false }),
    show: ({ url }, notify) => {
      watch?.stop()
      layer?.remove()
      const next = tileLayer(url, { minZoom: ZOOM.min, maxZoom: ZOOM.max, keepBuffer: 1, updateWhenIdle: false })
      const tiles = watchTiles(notify)
      next.on('tileload', tiles.loaded)
      next.on('tileerror', tiles.failed)
      watch = tiles
      layer = next.addTo(map)
    },
    close: () => {
      watch?.stop()
      watching.disconnect()
      map.remove()
    }
  }
}
