import { atom } from 'nanostores'
import * as geo from '#contract/geo/calls.ts'
import type { Suggestion } from '#contract/geo/calls.ts'
import { confirmedBasket } from '#stores/baskets/server.ts'
import { entriesOf } from '#stores/baskets/lines.ts'
import { environment } from '#stores/environment.ts'
import { isFailure } from '#stores/errors.ts'
import { $place } from './location.ts'

/** Suggestions for what is typed; `term` says for which text they are. */
export type Found =
  { state: 'idle' } | { state: 'loading' } | { state: 'ready'; term: string; list: readonly Suggestion[] } | { state: 'failed' }
export type Location = { state: 'idle' } | { state: 'locating' } | { state: 'refused' } | { state: 'outside' }

const PAUSE = 150
const SHORTEST = 2

const $found = atom<Found>({ state: 'idle' })
const $location = atom<Location>({ state: 'idle' })
export { $found, $location }

let stop = (): void => undefined

/** Asks for suggestions once typing pauses; an older question is dropped, its answer never shows. */
export const typeTerm = (typed: string): void => {
  stop()
  const term = typed.trim()
  if (term.length < SHORTEST) return $found.set({ state: 'idle' })
  if ($found.get().state !== 'ready') $found.set({ state: 'loading' })
  const abort = new AbortController()
  const cancel = environment().later(PAUSE, () => void suggest(term, abort.signal))
  stop = () => {
    cancel()
    abort.abort()
  }
}

/** Where the person probably is: the place chosen, else where the basket comes from; where the place is too far for it, the basket decides. */
export const searchPoint = (): { lat: number; lng: number } | null => {
  const { latitude, longitude } = $place.get()
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

/** Forgets what was typed and found. */
export const resetSearch = (): void => {
  stop()
  $found.set({ state: 'idle' })
  $location.set({ state: 'idle' })
}

/** The address where the person is; null when the browser or the person refuses, or nothing is served there. */
export const locate = async (): Promise<Suggestion | null> => {
  if ($location.get().state === 'locating') return null
  $location.set({ state: 'locating' })
  const at = await environment()
    .geolocate()
    // The browser or the person refuses.
    .catch(() => null)
  if (!at) return refuse('refused')
  try {
    const suggestion = await environment().call(geo.reverse, { params: { lat: at.latitude, lng: at.longitude } })
    $location.set({ state: 'idle' })
    return suggestion
  } catch (cause) {
    return refuse(isFailure(cause, 'INVALID_ADDRESS') ? 'outside' : 'refused')
  }
}

const refuse = (state: 'refused' | 'outside'): null => {
  $location.set({ state })
  return null
}
