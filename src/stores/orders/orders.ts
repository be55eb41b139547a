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

let underway = 0
let heardMeanwhile = false

/** A page as it was when the question was answered. What happened on the way is not in it for sure: it is asked for once more. */
const ask = async (skip: number, take: (page: Page<OrderCard>) => void): Promise<void> => {
  underway += 1
  try {
    take(await environment().call(orders.history, { query: { skip, take: PAGE.history } }))
  } finally {
    underway -= 1
    if (underway === 0 && heardMeanwhile) {
      heardMeanwhile = false
      void refresh()
    }
  }
}

/** A page of the history: appends when skip is above 0, replaces when 0 (spec section 4). */
const loadPage = (skip: number): Promise<void> =>
  ask(skip, ({ items, totalCount }) => {
    const before = $history.get()
    const kept = skip > 0 && before.state === 'ready' ? before.list : []
    const known = new Set(kept.map(({ id }) => id))
    $history.set({ state: 'ready', list: [...kept, ...items.filter(({ id }) => !known.has(id))], totalCount, more: 'idle' })
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

/** The newest orders as they stand now, in place; pages already shown stay. */
const refresh = (): Promise<void> =>
  ask(0, ({ items, totalCount }) => {
    const history = $history.get()
    if (history.state !== 'ready') return
    const fresh = new Set(items.map(({ id }) => id))
    $history.set({ ...history, list: [...items, ...history.list.filter(({ id }) => !fresh.has(id))], totalCount })
  }).catch(ifRefused(undefined))

const hear = (event: OrderEvent): void => {
  heardMeanwhile = underway > 0
  const history = $history.get()
  if (history.state !== 'ready') return
  // An order made meanwhile, in another tab or on another phone, comes to the top.
  if (!history.list.some(({ orderNumber }) => orderNumber === event.orderNumber)) void refresh()
  else $history.set({ ...history, list: history.list.map((order) => applyEvent(order, event)) })
}

onMount($history, () => {
  let silence: (() => void) | null = null
  const hush = (): void => {
    silence?.()
    silence = null
  }
  const unsubscribe = $session.subscribe((session, before) => {
    if (session.state === 'user' && before?.state !== 'user') {
      silence ??= followOrders({ hear, catchUp: () => void refresh() })
      void loadHistory()
    }
    if (session.state !== 'guest') return
    hush()
    $history.set({ state: 'signedOut' })
  })
  return () => {
    unsubscribe()
    hush()
  }
})
