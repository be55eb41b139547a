import { atom } from 'nanostores'
import * as orders from '#contract/orders/calls.ts'
import type { SharedOrder } from '#contract/orders/calls.ts'
import { localePath } from '#domain/locale.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import { task } from '#stores/tasks.ts'

/** The link by which somebody else follows an order. The token is behind `#`: the page's address never reaches a server or its logs. */
const linkOf = (token: string): string => `${location.origin}${localePath(environment().locale, '/track')}#${token}`

export type TrackingLink = { state: 'loading' } | { state: 'ready'; link: string } | { state: 'failed'; failure: Failure }

/** The link of the order that is being shared. */
const $trackingLink = atom<TrackingLink>({ state: 'loading' })
export { $trackingLink }

/** Makes the link of an order of the person. */
export const shareOrder = async (orderNumber: string): Promise<void> => {
  unshareOrder.reset()
  $trackingLink.set({ state: 'loading' })
  try {
    const { token } = await environment().call(orders.share, { body: { orderNumber } })
    $trackingLink.set({ state: 'ready', link: linkOf(token) })
  } catch (cause) {
    $trackingLink.set({ state: 'failed', failure: failureOf(cause) })
  }
}

/** Ends it. */
export const unshareOrder = task(async (orderNumber: string): Promise<true> => {
  await environment().call(orders.unshare, { query: { orderNumber } })
  return true
})

/** `isStale`: it could not be asked for just now. */
export type Shared =
  | { state: 'loading' }
  | { state: 'ready'; order: SharedOrder; isStale: boolean }
  | { state: 'unknown' }
  | { state: 'failed'; failure: Failure }

/** What an opened link shows. */
const $shared = atom<Shared>({ state: 'loading' })
export { $shared }

const LOOK_MS = 15_000

/** Of 128 bits; what is cut off on its way through a chat is none. */
const isToken = (text: string): boolean => /^[\w-]{22}$/.test(text)

export const loadShared = async (token: string): Promise<void> => {
  if (!isToken(token)) return $shared.set({ state: 'unknown' })
  try {
    $shared.set({ state: 'ready', order: await environment().call(orders.shared, { query: { token } }), isStale: false })
  } catch (cause) {
    const shown = $shared.get()
    if (isFailure(cause, 'ORDER_NOT_FOUND') || isFailure(cause, 'BAD_REQUEST')) $shared.set({ state: 'unknown' })
    else if (shown.state === 'ready') $shared.set({ ...shown, isStale: true })
    else $shared.set({ state: 'failed', failure: failureOf(cause) })
  }
}

/** Loads it, and again while it is under way and the page is seen. Returns what ends that. */
export const followShared = (token: string): (() => void) => {
  const look = (): void => {
    const shown = $shared.get()
    const isOver = shown.state === 'unknown' || (shown.state === 'ready' && shown.order.delivery === null)
    if (document.visibilityState === 'visible' && !isOver) void loadShared(token)
  }
  void loadShared(token)
  const timer = setInterval(look, LOOK_MS)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
