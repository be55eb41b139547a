import { atom } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as geo from '#contract/geo/calls.ts'
import type { GeoMode, Suggestion } from '#contract/geo/calls.ts'
import { environment } from '#stores/environment.ts'
import { isFailure } from '#stores/errors.ts'
import { askIn } from '#stores/modals.ts'

/** Degrees. */
export interface MapPoint {
  lat: number
  lng: number
}
/** A point somebody marked, and the address there where one is known. */
export interface MapChoice {
  point: MapPoint
  suggestion: Suggestion | null
}
/** What stands under the pin; unknown: no address there; failed: nobody answered. The point counts in every case. */
export type AddressUnderMarker =
  | { state: 'looking' }
  | { state: 'found'; point: MapPoint; suggestion: Suggestion }
  | { state: 'unknown'; point: MapPoint }
  | { state: 'failed'; point: MapPoint }

const PAUSE = 300

const $underMarker = atom<AddressUnderMarker>({ state: 'looking' })
export { $underMarker as $underPin }

let stop = (): void => undefined

/** Asks for the address once the map rests; the answer for an older place never shows. */
export const lookUnder = (point: MapPoint): void => {
  stop()
  $underMarker.set({ state: 'looking' })
  const abort = new AbortController()
  const cancel = environment().later(PAUSE, () => void look(point, abort.signal))
  stop = () => {
    cancel()
    abort.abort()
  }
}

const look = async (point: MapPoint, signal: AbortSignal): Promise<void> => {
  try {
    const suggestion = await environment().call(geo.reverse, { params: point }, { signal })
    if (!signal.aborted) $underMarker.set({ state: 'found', point, suggestion })
  } catch (cause) {
    if (signal.aborted) return
    if (!(cause instanceof Error)) throw cause
    $underMarker.set({ state: isFailure(cause, 'INVALID_ADDRESS') ? 'unknown' : 'failed', point })
  }
}

/** The map is gone: nobody waits for an answer. */
export const leaveMap = (): void => {
  stop()
  $underMarker.set({ state: 'looking' })
}

export interface MapTiles {
  url: string
  attribution: string
}
/** The shop's own drawing, which needs nobody else. */
export const ownTiles = (): MapTiles => {
  const { caller, locale } = environment()
  return { url: `${caller.base ?? '/api'}/map/${locale}/{z}/{x}/{y}`, attribution: '' }
}

let mode: Promise<GeoMode> | null = null
/** Whose pictures the map is made of; its own drawing where nobody tells. Asked once a page. */
export const loadTiles = async (): Promise<MapTiles> => {
  mode ??= environment().call(geo.mode)
  const answer = await mode.catch(ifRefused(null))
  if (!answer) mode = null
  return answer?.tiles ?? ownTiles()
}

/** So many pictures missing in a row, or none at all for so long: whoever draws them is away. */
const MISSING = 3
const WAIT_MS = 8_000

/** Hears how the pictures come; says once that they do not, and again that they do. */
export const watchTiles = (tell: (are: 'lost' | 'back') => void) => {
  let [missing, isLost] = [0, false]
  const lose = (): void => {
    if (isLost) return
    isLost = true
    tell('lost')
  }
  const cancel = environment().later(WAIT_MS, lose)
  return {
    came: (): void => {
      cancel()
      missing = 0
      if (!isLost) return
      isLost = false
      tell('back')
    },
    missed: (): void => {
      missing += 1
      if (missing >= MISSING) lose()
    },
    stop: cancel
  }
}

/** Where the person is; null when the browser or the person refuses. */
export const whereAmI = async (): Promise<MapPoint | null> => {
  try {
    const { latitude, longitude } = await environment().geolocate()
    return { lat: latitude, lng: longitude }
  } catch {
    // The browser or the person refuses.
    return null
  }
}

/** A place, or the wish to write it instead. */
export type MapAnswer = MapChoice | 'hand'

let picked: MapAnswer | null = null
/** What is marked goes to whoever opened the map; the dialog's own ticket closes it. */
export const saveMapPoint = (pick: MapAnswer): void => {
  picked = pick
}

/** Opens the map over whatever is there; null when it is closed without a choice. */
export const chooseOnMap = async (start: MapPoint | null): Promise<MapAnswer | null> => {
  picked = null
  const agreed = await askIn('address-search', { map: true, ...start })
  return agreed ? picked : null
}
