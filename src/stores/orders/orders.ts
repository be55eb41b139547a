import { atom, onMount } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as orders from '#contract/orders/calls.ts'
import type { HistoryQuery, OrderCard, OrderEvent } from '#contract/orders/calls.ts'
import type { Page } from '#contract/endpoint.ts'
import { PAGE } from '#domain/limits/page-sizes.ts'
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

/** Which orders are shown; of the spec's filters and modes those that something can be in yet. */
export type HistoryFilter = 'all' | 'active' | 'unreviewed' | 'reviewed' | 'pickup'
const $historyTerm = atom('')
const $historyFilter = atom<HistoryFilter>('all')
/** First and last day of the shown orders, yyyy-mm-dd; empty: no limit. */
export interface HistoryDays {
  from: string
  to: string
}
const ALL_DAYS: HistoryDays = { from: '', to: '' }
const $historyDays = atom<HistoryDays>(ALL_DAYS)
export { $historyDays, $historyFilter, $historyTerm }

/** Shows the orders that name this. */
export const searchHistory = (term: string): void => {
  $historyTerm.set(term)
  void loadHistory()
}

/** Shows the orders of these days. A last day before the first is none. */
export const filterDays = (change: Partial<HistoryDays> = ALL_DAYS): void => {
  $historyDays.set({ ...$historyDays.get(), ...change })
  void loadHistory()
}

export const filterHistory = (filter: HistoryFilter): void => {
  $historyFilter.set(filter)
  void loadHistory()
}

let requestsInFlight = 0
let hasMissedEvent = false

const queryOf = (filter: HistoryFilter): HistoryQuery => (filter === 'pickup' ? { historyMode: filter } : { filter })

/** Fetches a page. Events received during the request may be missing in it, so the newest page is loaded again afterwards. */
const fetchPage = async (skip: number, apply: (page: Page<OrderCard>) => void): Promise<void> => {
  requestsInFlight += 1
  const filter = $historyFilter.get()
  const days = $historyDays.get()
  const term = $historyTerm.get()
  const { from, to } = days
  const between = { ...(from && { from }), ...(to && to >= from && { to }) }
  try {
    const page = await environment().call(orders.history, {
      query: { skip, take: PAGE.history, ...queryOf(filter), ...between, ...(term && { term }) }
    })
    // Of a filter that was changed meanwhile nothing is shown.
    if (filter === $historyFilter.get() && days === $historyDays.get() && term === $historyTerm.get()) apply(page)
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
