import { atom } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as search from '#contract/search/calls.ts'
import type { SearchSuggestion } from '#contract/search/calls.ts'
import { CITY_COOKIE } from '#domain/constants.ts'
import { localePath } from '#domain/locale.ts'
import { suggestedPath } from '#domain/search/paths.ts'
import { announce } from '#stores/announce.ts'
import { environment } from '#stores/environment.ts'
import { rememberSearch } from './recent.ts'

/** A suggestion, or a search of this visitor. */
export type SuggestedItem = SearchSuggestion | { type: 'recent'; id: number; name: string }

/** Suggestions of a search box; `term` is the text they belong to. */
export interface Suggested {
  term: string
  items: readonly SuggestedItem[]
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
  const { call, cookies } = environment()
  const query = { term, supplierType, city: cookies.read(CITY_COOKIE) ?? undefined }
  const answer = await call(search.suggest, { query }, { signal }).catch(ifRefused(null))
  if (signal.aborted) return
  $suggested.set(answer ? { term, items: answer.items, meant: answer.didYouMean } : NONE)
  if (answer) await announce('search:suggested', { count: answer.items.length })
}

/** Words that many products share, for an empty field; loaded once. */
const $common = atom<readonly SuggestedItem[]>([])
export { $common }
let isAsked = false

export const loadCommon = async (): Promise<void> => {
  if (isAsked) return
  isAsked = true
  const answer = await environment().call(search.suggest, { query: {} }).catch(ifRefused(null))
  if (answer) $common.set(answer.items)
  else isAsked = false
}

export const clearSuggestions = (): void => {
  stop()
  $suggested.set(NONE)
}

/** Navigates to the chosen suggestion. */
export const goToSuggestion = (item: SuggestedItem): void => {
  if (item.type === 'term' || item.type === 'recent') rememberSearch(item.name)
  const { navigate, locale } = environment()
  navigate(localePath(locale, suggestedPath(item)))
}
