import { atom } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as search from '#contract/search/calls.ts'
import type { SearchSuggestion } from '#contract/search/calls.ts'
import { localePath } from '#domain/locale.ts'
import { suggestedPath } from '#domain/search/paths.ts'
import { announce } from '#stores/announce.ts'
import { environment } from '#stores/environment.ts'

/** Suggestions for what is typed into a search box; `term` says for which text they are. */
export interface Suggested {
  term: string
  items: readonly SearchSuggestion[]
  /** What the term probably means; null when it is found as it is. */
  meant: string | null
}

const PAUSE = 120
const SHORTEST = 2
const NONE: Suggested = { term: '', items: [], meant: null }

const $suggested = atom<Suggested>(NONE)
export { $suggested }

let stop = (): void => undefined

/** Asks once typing pauses; an older question is dropped, its answer never shows. A failure shows nothing: the box searches without. */
export const typeSearch = (typed: string, supplierType?: number): void => {
  stop()
  const term = typed.trim()
  if (term.length < SHORTEST) return $suggested.set(NONE)
  const abort = new AbortController()
  const cancel = environment().later(PAUSE, () => void ask(term, supplierType, abort.signal))
  stop = () => {
    cancel()
    abort.abort()
  }
}

const ask = async (term: string, supplierType: number | undefined, signal: AbortSignal): Promise<void> => {
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

/** Leads to what was picked. */
export const goToSuggestion = (item: SearchSuggestion): void => {
  const { navigate, locale } = environment()
  navigate(localePath(locale, suggestedPath(item)))
}
