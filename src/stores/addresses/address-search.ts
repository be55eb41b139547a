import { atom } from 'nanostores'
import * as geo from '#contract/geo/calls.ts'
import type { Suggestion } from '#contract/geo/calls.ts'
import { confirmedBasket } from '#stores/baskets/server.ts'
import { entriesOf } from '#stores/baskets/lines.ts'
import { environment } from '#stores/environment.ts'
import { isFailure } from '#stores/errors.ts'
import { $location } from './location.ts'

/** Suggestions for the typed text; `term` is the text they belong to. */
export type Found =
  | { state: 'idle' }
  | { state: 'loading' }
  | { state: 'ready'; term: string; list: readonly Suggestion[] }
  | { state: 'failed' }
export type GeolocationState = { state: 'idle' } | { state: 'locating' } | { state: 'refused' } | { state: 'outside' }

const DEBOUNCE_MS = 150
const MIN_TERM_LENGTH = 2

const $found = atom<Found>({ state: 'idle' })
const $geolocation = atom<GeolocationState>({ state: 'idle' })
export { $found, $geolocation as $location }

let stop = (): void => undefined

/** Loads suggestions after a typing pause and aborts older requests. */
export const typeTerm = (typed: string): void => {
  stop()
  const term = typed.trim()
  if (term.length < MIN_TERM_LENGTH) return $found.set({ state: 'idle' })
  if ($found.get().state !== 'ready') $found.set({ state: 'loading' })
  const abort = new AbortController()
  const cancel = environment().later(DEBOUNCE_MS, () => void suggest(term, abort.signal))
  stop = () => {
    cancel()
    abort.abort()
  }
}

/** The point to search near: the chosen location, else the basket's supplier. When the location is out of its area, the supplier wins. */
export const searchPoint = (): { lat: number; lng: number } | null => {
  const { latitude, longitude } = $location.get()
  const basket = confirmedBasket()
  const entries = basket ? entriesOf(basket) : []
  const known = latitude === null || longitude === null ? undefined : { lat: latitude, lng: longitude }
  const deciding = known ? entries.find(({ outOfArea }) => outOfArea) : entries[0]
  return deciding?.branchPoint ?? known ?? null
}

const suggest = async (term: string, signal: AbortSignal): Promise<void> => {
  try {
    const list = await environment().call(geo.suggest, { query: { term, ...searchPoint() } }, { signal })
    if (!signal.aborted) $found.set({ state: 'ready', term, list })
  } catch (cause) {
    if (signal.aborted) return
    $found.set({ state: 'failed' })
    if (!(cause instanceof Error)) throw cause
  }
}

/** Clears the results and the state of geolocation. */
export const resetSearch = (): void => {
  stop()
  $found.set({ state: 'idle' })
  $geolocation.set({ state: 'idle' })
}

/** The address of the current position; null when geolocation is denied or fails, or no address is served there. */
export const locate = async (): Promise<Suggestion | null> => {
  if ($geolocation.get().state === 'locating') return null
  $geolocation.set({ state: 'locating' })
  const position = await environment()
    .geolocate()
    // Denied or unavailable.
    .catch(() => null)
  if (!position) return failWith('refused')
  try {
    const suggestion = await environment().call(geo.reverse, { params: { lat: position.latitude, lng: position.longitude } })
    $geolocation.set({ state: 'idle' })
    return suggestion
  } catch (cause) {
    return failWith(isFailure(cause, 'INVALID_ADDRESS') ? 'outside' : 'refused')
  }
}

const failWith = (state: 'refused' | 'outside'): null => {
  $geolocation.set({ state })
  return null
}
