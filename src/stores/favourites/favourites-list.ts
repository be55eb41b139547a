import { atom } from 'nanostores'
import * as favourites from '#contract/favourites/calls.ts'
import type { Favourite } from '#contract/favourites/calls.ts'
import { SUPPLIER_TYPE, type SupplierKind } from '#domain/enums.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import { startFavouriteKeys } from './favourites.ts'
import { $session, markSignedOut } from '#stores/auth/session.ts'

export interface FavouritesFilter {
  type: 'supplier' | 'article'
  kind: SupplierKind | 'all'
  term: string
}
/** refreshing: the shown list belongs to the previous filter while the new one loads. */
export type FavouritesList =
  | { state: 'loading' }
  | { state: 'guest' }
  | { state: 'failed'; failure: Failure }
  | { state: 'ready'; items: readonly Favourite[]; totalCount: number; filter: FavouritesFilter; refreshing: boolean }

export const EVERYTHING: FavouritesFilter = { type: 'supplier', kind: 'all', term: '' }
const ALL_PRODUCTS: FavouritesFilter = { ...EVERYTHING, type: 'article' }
const MAX_ITEMS = 200

const $favouritesList = atom<FavouritesList>({ state: 'loading' })
export { $favouritesList }

let filter = EVERYTHING
let latestRequest = 0
let started = false

/** Loads the list and follows the session, so that it reloads after sign-in. */
export const startFavourites = async (): Promise<void> => {
  await startFavouriteKeys()
  if (!started) $session.listen(({ state }, before) => void (state !== before?.state && loadFavourites(filter)))
  started = true
  await loadFavourites(filter)
}

const fetchList = ({ type, kind, term }: FavouritesFilter) =>
  environment().call(favourites.list, {
    query: { type, SupplierType: SUPPLIER_TYPE[kind], take: MAX_ITEMS, ...(term.trim() ? { term: term.trim() } : {}) }
  })

/** Without a chosen filter falls back to products when there are no favourite suppliers. */
const fetchFirst = async (next: FavouritesFilter) => {
  const found = { filter: next, ...(await fetchList(next)) }
  if (next !== EVERYTHING || found.totalCount > 0) return found
  const products = { filter: ALL_PRODUCTS, ...(await fetchList(ALL_PRODUCTS)) }
  return products.totalCount > 0 ? products : found
}

/** Loads the favourites of a filter; only the last request is shown. */
export const loadFavourites = async (next: FavouritesFilter): Promise<void> => {
  filter = next
  const request = (latestRequest += 1)
  const before = $favouritesList.get()
  if ($session.get().state !== 'user') return $favouritesList.set({ state: 'guest' })
  $favouritesList.set(before.state === 'ready' ? { ...before, refreshing: true } : { state: 'loading' })
  try {
    const found = await fetchFirst(next)
    if (request !== latestRequest) return
    filter = found.filter
    $favouritesList.set({ state: 'ready', ...found, refreshing: false })
  } catch (cause) {
    if (isFailure(cause, 'UNAUTHORIZED')) return markSignedOut()
    if (request === latestRequest) $favouritesList.set({ state: 'failed', failure: failureOf(cause) })
  }
}
