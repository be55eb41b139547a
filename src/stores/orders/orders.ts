import { atom, onMount } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as orders from '#contract/orders/calls.ts'
import type { OrderCard, OrderEvent } from '#contract/orders/calls.ts'
import type { Page } from '#contract/endpoint.ts'
import { PAGE } from '#domain/constants.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import { followOrders } from './order-events.ts'
import { applyEvent } from './order-view.ts'
import { markSignedOut, $session } from '#stores/auth/session.ts'

export type History =
  | { state: 'loading' }
  | { state: 'ready'; list: readonly OrderCard[]; totalCount: number; more: 'idle' | 'loading' | 'failed' }
  | { state: 'signedOut' }
  | { state: 'failed'; failure: Failure }

const $history = atom<History>({ state: 'loading' })
export { $history }

let requestsInFlight = 0
let hasMissedEvent = false

/** Fetches a page. Events received during the request may be missing in it, so the newest page is loaded again afterwards. */
const fetchPage = async (skip: number, apply: (page: Page<OrderCard>) => void): Promise<void> => {
  requestsInFlight += 1
  try {
    apply(await environment().call(orders.history, { query: { skip, take: PAGE.history } }))
  } finally {
    requestsInFlight -= 1
    if (requestsInFlight === 0 && hasMissedEvent) {
      hasMissedEvent = false
      void refresh()
    }
  }
}

/** Loads a page of the history: appends when skip is above 0, replaces when 0 (spec section 4). */
const loadPage = (skip: number): Promise<void> =>
  fetchPage(skip, ({ items, totalCount }) => {
    const before = $history.get()
    const existing = skip > 0 && before.state === 'ready' ? before.list : []
    const known = new Set(existing.map(({ id }) => id))
    $history.set({ state: 'ready', list: [...existing, ...items.filter(({ id }) => !known.has(id))], totalCount, more: 'idle' })
  })

export const loadHistory = async (): Promise<void> => {
  try {
    await loadPage(0)
  } catch (cause) {
    if (isFailure(cause, 'UNAUTHORIZED')) markSignedOut()
    else $history.set({ state: 'failed', failure: failureOf(cause) })
  }
}

export const loadMoreHistory = async (): Promise<void> => {
  const history = $history.get()
  if (history.state !== 'ready' || history.more === 'loading') return
  $history.set({ ...history, more: 'loading' })
  try {
    await loadPage(history.list.length)
  } catch (cause) {
    failureOf(cause)
    $history.set({ ...history, more: 'failed' })
  }
}

/** Reloads the newest orders in place; pages already shown stay. */
const refresh = (): Promise<void> =>
  fetchPage(0, ({ items, totalCount }) => {
    const history = $history.get()
    if (history.state !== 'ready') return
    const fresh = new Set(items.map(({ id }) => id))
    $history.set({ ...history, list: [...items, ...history.list.filter(({ id }) => !fresh.has(id))], totalCount })
  }).catch(ifRefused(undefined))

const handleEvent = (event: OrderEvent): void => {
  hasMissedEvent = requestsInFlight > 0
  const history = $history.get()
  if (history.state !== 'ready') return
  // An order placed in another tab or on another device appears at the top.
  if (!history.list.some(({ orderNumber }) => orderNumber === event.orderNumber)) void refresh()
  else $history.set({ ...history, list: history.list.map((order) => applyEvent(order, event)) })
}

onMount($history, () => {
  let unfollow: (() => void) | null = null
  const stopFollowing = (): void => {
    unfollow?.()
    unfollow = null
  }
  const unsubscribe = $session.subscribe((session, before) => {
    if (session.state === 'user' && before?.state !== 'user') {
      unfollow ??= followOrders({ onEvent: handleEvent, reload: () => void refresh() })
      void loadHistory()
    }
    if (session.state !== 'guest') return
    stopFollowing()
    $history.set({ state: 'signedOut' })
  })
  return () => {
    unsubscribe()
    stopFollowing()
  }
})
