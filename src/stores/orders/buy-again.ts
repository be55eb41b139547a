import { atom, onMount } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import { supplierStates } from '#client/supplier-states.ts'
import type { ProductCard } from '#contract/catalogue/calls.ts'
import type { OpenState } from '#contract/catalogue/branches.ts'
import * as home from '#contract/home/calls.ts'
import { PAGE } from '#domain/limits/page-sizes.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import { loadMe, markSignedOut, $session } from '#stores/auth/session.ts'

export type BuyAgain =
  | { state: 'loading' }
  | { state: 'signedOut' }
  | { state: 'failed'; failure: Failure }
  | { state: 'ready'; list: readonly ProductCard[]; totalCount: number; more: 'idle' | 'loading' | 'failed' }

const $buyAgain = atom<BuyAgain>({ state: 'loading' })
export { $buyAgain }

const $closedSuppliers = atom<ReadonlyMap<number, OpenState>>(new Map())
/** Closed suppliers of the listed products, by id. */
export { $closedSuppliers }

/** Optional: without it the cards work too, and the checkout checks again. */
const loadClosedSuppliers = async (list: readonly ProductCard[]): Promise<void> => {
  const states = await supplierStates(environment().call, list).catch(ifRefused(null))
  if (states) $closedSuppliers.set(new Map([...states].filter(([, { status }]) => status === 1)))
}

/** Loads a page of products the user ordered before: appends when skip is above 0, replaces when 0 (spec section 4). */
const loadPage = async (skip: number): Promise<void> => {
  const input = { params: { id: 'buy-it-again' }, query: { skip, take: PAGE.listing } }
  let answer = await environment().call(home.quickView, input)
  // A public call treats an expired token as a guest's. Loading the user refreshes the token, or signs out.
  if (answer.needsSignIn && $session.get().state === 'user') {
    await loadMe()
    answer = await environment().call(home.quickView, input)
  }
  const { items, totalCount, needsSignIn } = answer
  if (needsSignIn) return $buyAgain.set({ state: 'signedOut' })
  const before = $buyAgain.get()
  const existing = skip > 0 && before.state === 'ready' ? before.list : []
  const known = new Set(existing.map(({ id }) => id))
  const list = [...existing, ...items.filter(({ id }) => !known.has(id))]
  await loadClosedSuppliers(list)
  $buyAgain.set({ state: 'ready', list, totalCount, more: 'idle' })
}

export const loadBuyAgain = async (): Promise<void> => {
  try {
    await loadPage(0)
  } catch (cause) {
    if (isFailure(cause, 'UNAUTHORIZED')) markSignedOut()
    else $buyAgain.set({ state: 'failed', failure: failureOf(cause) })
  }
}

export const loadMoreAgain = async (): Promise<void> => {
  const shown = $buyAgain.get()
  if (shown.state !== 'ready' || shown.more === 'loading') return
  $buyAgain.set({ ...shown, more: 'loading' })
  try {
    await loadPage(shown.list.length)
  } catch (cause) {
    failureOf(cause)
    $buyAgain.set({ ...shown, more: 'failed' })
  }
}

/** Notifies the page scripts of new cards, so that they render the steppers. */
export const announceCards = (): void => environment().emit('basket:change')

onMount($buyAgain, () =>
  $session.subscribe((session, before) => {
    if (session.state === 'user' && before?.state !== 'user') void loadBuyAgain()
    else if (session.state === 'guest') $buyAgain.set({ state: 'signedOut' })
  })
)
