import { atom } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as geo from '#contract/geo/calls.ts'
import type { GeoMode, Suggestion } from '#contract/geo/calls.ts'
import { environment } from '#stores/environment.ts'
import { isFailure } from '#stores/errors.ts'
import { askIn } from '#stores/modals.ts'

/** Latitude and longitude in degrees. */
export interface MapPoint {
  lat: number
  lng: number
}
/** A point marked on the map, and its address where one is known. */
export interface MapChoice {
  point: MapPoint
  suggestion: Suggestion | null
}
/** The address under the marker. unknown: no address there; failed: the call failed. The point is usable in every state. */
export type AddressUnderMarker =
  | { state: 'looking' }
  | { state: 'found'; point: MapPoint; suggestion: Suggestion }
  | { state: 'unknown'; point: MapPoint }
  | { state: 'failed'; point: MapPoint }

const DEBOUNCE_MS = 300

const $underMarker = atom<AddressUnderMarker>({ state: 'looking' })
export { $underMarker }

let stop = (): void => undefined

/** Looks up the address after the map stopped moving; aborts older lookups. */
export const lookUnder = (point: MapPoint): void => {
  stop()
  $underMarker.set({ state: 'looking' })
  const abort = new AbortController()
  const cancel = environment().later(DEBOUNCE_MS, () => void reverseGeocode(point, abort.signal))
  stop = () => {
    cancel()
    abort.abort()
  }
}

const reverseGeocode = async (point: MapPoint, signal: AbortSignal): Promise<void> => {
  try {
    const suggestion = await environment().call(geo.reverse, { params: point }, { signal })
    if (!signal.aborted) $underMarker.set({ state: 'found', point, suggestion })
  } catch (cause) {
    if (signal.aborted) return
    if (!(cause instanceof Error)) throw cause
    $underMarker.set({ state: isFailure(cause, 'INVALID_ADDRESS') ? 'unknown' : 'failed', point })
  }
}

/** Resets the state when the map closes; aborts the lookup. */
export const leaveMap = (): void => {
  stop()
  $underMarker.set({ state: 'looking' })
}

export interface MapTiles {
  url: string
  attribution: string
}
/** Tiles drawn by our own server, without an external service. */
export const ownTiles = (): MapTiles => {
  const { caller, locale } = environment()
  return { url: `${caller.base ?? '/api'}/map/${locale}/{z}/{x}/{y}`, attribution: '' }
}

let mode: Promise<GeoMode> | null = null
/** The configured tile source; our own tiles when the call fails. Requested once per page. */
export const loadTiles = async (): Promise<MapTiles> => {
  mode ??= environment().call(geo.mode)
  const answer = await mode.catch(ifRefused(null))
  if (!answer) mode = null
  return answer?.tiles ?? ownTiles()
}

/** After this many failed tiles in a row, or no tile within the timeout, the tile source counts as down. */
const MAX_MISSING_TILES = 3
const FIRST_TILE_TIMEOUT_MS = 8_000

/** Watches tile loading and notifies once when the source is lost, and once when it is back. */
export const watchTiles = (notify: (are: 'lost' | 'back') => void) => {
  let [missing, isLost] = [0, false]
  const reportLost = (): void => {
    if (isLost) return
    isLost = true
    notify('lost')
  }
  const cancel = environment().later(FIRST_TILE_TIMEOUT_MS, reportLost)
  return {
    loaded: (): void => {
      cancel()
      missing = 0
      if (!isLost) return
      isLost = false
      notify('back')
    },
    failed: (): void => {
      missing += 1
      if (missing >= MAX_MISSING_TILES) reportLost()
    },
    stop: cancel
  }
}

/** The current position; null when geolocation is denied or fails. */
export const currentPosition = async (): Promise<MapPoint | null> => {
  try {
    const { latitude, longitude } = await environment().geolocate()
    return { lat: latitude, lng: longitude }
  } catch {
    // Denied or unavailable.
    return null
  }
}

/** The marked point, or `hand`: the address is typed instead. */
export type MapAnswer = MapChoice | 'hand'

let chosenAnswer: MapAnswer | null = null
/** Stores the result for `chooseOnMap`; the ticket of the dialog closes it. */
export const saveMapPoint = (choice: MapAnswer): void => {
  chosenAnswer = choice
}

/** Opens the map in a modal. Resolves to null when it is closed without a choice. */
export const chooseOnMap = async (start: MapPoint | null): Promise<MapAnswer | null> => {
  chosenAnswer = null
  const agreed = await askIn('address-search', { map: true, ...start })
  return agreed ? chosenAnswer : null
}
