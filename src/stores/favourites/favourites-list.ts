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
/** refreshing: the list shown is that of another filter, and the new one is on its way. */
export type FavouritesList =
  | { state: 'loading' }
  | { state: 'guest' }
  | { state: 'failed'; failure: Failure }
  | { state: 'ready'; items: readonly Favourite[]; totalCount: number; filter: FavouritesFilter; refreshing: boolean }

export const EVERYTHING: FavouritesFilter = { type: 'supplier', kind: 'all', term: '' }
const ALL_GOODS: FavouritesFilter = { ...EVERYTHING, type: 'article' }
const TAKE = 200

const $favouritesList = atom<FavouritesList>({ state: 'loading' })
export { $favouritesList }

let filter = EVERYTHING
let asked = 0
let started = false

/** Follows the session: whoever signs in sees theirs at once. */
export const startFavourites = async (): Promise<void> => {
  await startFavouriteKeys()
  if (!started) $session.listen(({ state }, before) => void (state !== before?.state && loadFavourites(filter)))
  started = true
  await loadFavourites(filter)
}

const ask = ({ type, kind, term }: FavouritesFilter) =>
  environment().call(favourites.list, {
    query: { type, SupplierType: SUPPLIER_TYPE[kind], take: TAKE, ...(term.trim() ? { term: term.trim() } : {}) }
  })

/** Whoever has not chosen yet begins where there is something: with the goods, when only goods are loved. */
const firstOf = async (next: FavouritesFilter) => {
  const found = { filter: next, ...(await ask(next)) }
  if (next !== EVERYTHING || found.totalCount > 0) return found
  const goods = { filter: ALL_GOODS, ...(await ask(ALL_GOODS)) }
  return goods.totalCount > 0 ? goods : found
}

/** Loads what a filter finds; only the last one asked for counts. */
export const loadFavourites = async (next: FavouritesFilter): Promise<void> => {
  filter = next
  const mine = (asked += 1)
  const before = $favouritesList.get()
  if ($session.get().state !== 'user') return $favouritesList.set({ state: 'guest' })
  $favouritesList.set(before.state === 'ready' ? { ...before, refreshing: true } : { state: 'loading' })
  try {
    const found = await firstOf(next)
    if (mine !== asked) return
    filter = found.filter
    $favouritesList.set({ state: 'ready', ...found, refreshing: false })
  } catch (cause) {
    if (isFailure(cause, 'UNAUTHORIZED')) return markSignedOut()
    if (mine === asked) $favouritesList.set({ state: 'failed', failure: failureOf(cause) })
  }
}
