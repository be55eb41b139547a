import { atom, onMount, type ReadableAtom } from 'nanostores'
import * as orders from '#contract/orders/calls.ts'
import type { OrderDetails, OrderEvent } from '#contract/orders/calls.ts'
import { announce } from '#stores/announce.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import { followOrders } from './order-events.ts'
import { applyEvent, askAgainAfter, movedFrom } from './order-view.ts'
import { markSignedOut, $session } from '#stores/auth/session.ts'

/** One order as it stands; `moved` is the window of arrival before it last changed. */
export type OrderState =
  | { state: 'loading' }
  | { state: 'ready'; order: OrderDetails; moved: { from: string; to: string } | null }
  | { state: 'notFound' }
  | { state: 'signedOut' }
  | { state: 'failed'; failure: Failure }

export interface OrderStore {
  $order: ReadableAtom<OrderState>
  reload: () => Promise<void>
}

const stores = new Map<string, OrderStore>()

/** The live store of an order; the same for everybody on the page. */
export const orderStore = (number: string): OrderStore => {
  const known = stores.get(number)
  if (known) return known
  const made = createOrderStore(number)
  stores.set(number, made)
  return made
}

const announceChange = (before: OrderDetails, after: OrderDetails): void => {
  const { orderNumber: number, trackingStatus, cardRefusal } = after
  if (trackingStatus !== before.trackingStatus) void announce(`orders:say${trackingStatus}`, { number })
  else if (cardRefusal && !before.cardRefusal) void announce('orders:sayDeclined', { number })
}

const createOrderStore = (number: string): OrderStore => {
  const $order = atom<OrderState>({ state: 'loading' })
  let cancelAsking = (): void => undefined
  let question = 0

  const show = (order: OrderDetails): void => {
    const before = $order.get()
    const old = before.state === 'ready' ? before : null
    $order.set({ state: 'ready', order, moved: movedFrom(old?.order ?? null, order) ?? old?.moved ?? null })
    if (old) announceChange(old.order, order)
    const pause = askAgainAfter(order)
    cancelAsking()
    if (pause !== null) cancelAsking = environment().later(pause, () => void reload())
  }

  const reload = async (): Promise<void> => {
    const mine = ++question
    try {
      const order = await environment().call(orders.details, { query: { orderNumber: number } })
      if (mine === question) show(order)
    } catch (cause) {
      if (mine === question) fail(cause)
    }
  }

  /** A passing fault does not take away what is on the screen: it is asked again. */
  const fail = (cause: unknown): void => {
    if (isFailure(cause, 'UNAUTHORIZED')) return markSignedOut()
    if (isFailure(cause, 'ORDER_NOT_FOUND', 'NOT_FOUND', 'BAD_REQUEST')) return $order.set({ state: 'notFound' })
    const failure = failureOf(cause)
    const before = $order.get()
    if (before.state !== 'ready') return $order.set({ state: 'failed', failure })
    cancelAsking()
    cancelAsking = environment().later(5_000, () => void reload())
  }

  /** The event shows at once; times, window and payment come with the whole order. */
  const hear = (event: OrderEvent): void => {
    if (event.orderNumber !== number) return
    const before = $order.get()
    if (before.state === 'ready') {
      const order = applyEvent(before.order, event)
      announceChange(before.order, order)
      $order.set({ ...before, order })
    }
    void reload()
  }

  onMount($order, () => {
    let silence: (() => void) | null = null
    const unsubscribe = $session.subscribe((session, before) => {
      if (session.state === 'user' && before?.state !== 'user') {
        silence ??= followOrders({ hear, catchUp: () => void reload() })
        void reload()
      }
      if (session.state === 'guest') $order.set({ state: 'signedOut' })
    })
    return () => {
      unsubscribe()
      silence?.()
      cancelAsking()
      question += 1
    }
  })
  return { $order, reload }
}
