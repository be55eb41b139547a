import { atom } from 'nanostores'
import * as catalogue from '#contract/catalogue/calls.ts'
import type { CategoryNode } from '#contract/catalogue/calls.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'

export type CatalogueList =
  | { state: 'loading' }
  | { state: 'failed'; failure: Failure }
  | { state: 'ready'; nodes: readonly CategoryNode[] }

const $catalogueList = atom<CatalogueList>({ state: 'loading' })
export { $catalogueList }

/** Loads all categories of all supplier kinds, once per page. */
export const loadCatalogue = async (): Promise<void> => {
  if ($catalogueList.get().state === 'ready') return
  $catalogueList.set({ state: 'loading' })
  try {
    $catalogueList.set({ state: 'ready', nodes: await environment().call(catalogue.categories, { query: { type: 'all' } }) })
  } catch (cause) {
    $catalogueList.set({ state: 'failed', failure: failureOf(cause) })
  }
}
