import { atom } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as search from '#contract/search/calls.ts'
import type { SearchSuggestion } from '#contract/search/calls.ts'
import { localePath } from '#domain/locale.ts'
import { suggestedPath } from '#domain/search/paths.ts'
import { announce } from '#stores/announce.ts'
import { environment } from '#stores/environment.ts'

/** Suggestions of a search box; `term` is the text they belong to. */
export interface Suggested {
  term: string
  items: readonly SearchSuggestion[]
  /** The corrected term; null when it is found as typed. */
  meant: string | null
}

const DEBOUNCE_MS = 120
const MIN_TERM_LENGTH = 2
const NONE: Suggested = { term: '', items: [], meant: null }

const $suggested = atom<Suggested>(NONE)
export { $suggested }

let stop = (): void => undefined

/** Loads suggestions after a typing pause and aborts older requests. On failure shows none; the search works without them. */
export const typeSearch = (typed: string, supplierType?: number): void => {
  stop()
  const term = typed.trim()
  if (term.length < MIN_TERM_LENGTH) return $suggested.set(NONE)
  const abort = new AbortController()
  const cancel = environment().later(DEBOUNCE_MS, () => void loadSuggestions(term, supplierType, abort.signal))
  stop = () => {
    cancel()
    abort.abort()
  }
}

const loadSuggestions = async (term: string, supplierType: number | undefined, signal: AbortSignal): Promise<void> => {
  const query = supplierType === undefined ? { term } : { term, supplierType }
  const answer = await environment().call(search.suggest, { query }, { signal }).catch(ifRefused(null))
  if (signal.aborted) return
  $suggested.set(answer ? { term, items: answer.items, meant: answer.didYouMean } : NONE)
  if (answer) await announce('search:suggested', { count: answer.items.length })
}

export const clearSuggestions = (): void => {
  stop()
  $suggested.set(NONE)
}

/** Navigates to the chosen suggestion. */
export const goToSuggestion = (item: SearchSuggestion): void => {
  const { navigate, locale } = environment()
  navigate(localePath(locale, suggestedPath(item)))
}
