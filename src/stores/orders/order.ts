import { atom, onMount, type ReadableAtom } from 'nanostores'
import * as orders from '#contract/orders/calls.ts'
import type { OrderDetails, OrderEvent } from '#contract/orders/calls.ts'
import { fulfilmentOf } from '#domain/orders/fulfilment.ts'
import type { Key } from '#i18n/keys.ts'
import { announce } from '#stores/announce.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import { saveActiveOrder } from './active-orders.ts'
import { followOrders } from './order-events.ts'
import { applyEvent, pollDelay, movedFrom } from './order-view.ts'
import { markSignedOut, $session } from '#stores/auth/session.ts'

/** State of one order; `moved` is the delivery window before its last change. */
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

/** The live store of an order; one instance per page and order number. */
export const orderStore = (number: string): OrderStore => {
  const known = stores.get(number)
  if (known) return known
  const store = createOrderStore(number)
  stores.set(number, store)
  return store
}

const sayKey = ({ orderMode, suppliers, trackingStatus }: OrderDetails): Key => {
  const fulfilment = fulfilmentOf(orderMode, suppliers)
  if (fulfilment === 'admission') return trackingStatus === 0 ? 'orders:say0' : 'orders:say1'
  if (fulfilment && (trackingStatus === 3 || trackingStatus === 4)) return `orders:${fulfilment}.say${trackingStatus}`
  return `orders:say${trackingStatus}`
}

const announceChange = (before: OrderDetails, after: OrderDetails): void => {
  const { orderNumber: number, trackingStatus, cardRefusal } = after
  if (trackingStatus !== before.trackingStatus) void announce(sayKey(after), { number })
  else if (cardRefusal && !before.cardRefusal) void announce('orders:sayDeclined', { number })
}

const createOrderStore = (number: string): OrderStore => {
  const $order = atom<OrderState>({ state: 'loading' })
  let cancelPolling = (): void => undefined
  let latestRequest = 0

  const show = (order: OrderDetails): void => {
    const before = $order.get()
    const previous = before.state === 'ready' ? before : null
    saveActiveOrder(order)
    $order.set({ state: 'ready', order, moved: movedFrom(previous?.order ?? null, order) ?? previous?.moved ?? null })
    if (previous) announceChange(previous.order, order)
    const delay = pollDelay(order)
    cancelPolling()
    if (delay !== null) cancelPolling = environment().later(delay, () => void reload())
  }

  const reload = async (): Promise<void> => {
    const request = ++latestRequest
    try {
      const order = await environment().call(orders.details, { query: { orderNumber: number } })
      if (request === latestRequest) show(order)
    } catch (cause) {
      if (request === latestRequest) fail(cause)
    }
  }

  /** A temporary failure leaves the shown order and is retried. */
  const fail = (cause: unknown): void => {
    if (isFailure(cause, 'UNAUTHORIZED')) return markSignedOut()
    if (isFailure(cause, 'ORDER_NOT_FOUND', 'NOT_FOUND', 'BAD_REQUEST')) return $order.set({ state: 'notFound' })
    const failure = failureOf(cause)
    const before = $order.get()
    if (before.state !== 'ready') return $order.set({ state: 'failed', failure })
    cancelPolling()
    cancelPolling = environment().later(5_000, () => void reload())
  }

  /** Applies the event at once; times, window and payment come with the reloaded order. */
  const handleEvent = (event: OrderEvent): void => {
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
    let unfollow: (() => void) | null = null
    const unsubscribe = $session.subscribe((session, before) => {
      if (session.state === 'user' && before?.state !== 'user') {
        unfollow ??= followOrders({ onEvent: handleEvent, reload: () => void reload() })
        void reload()
      }
      if (session.state === 'guest') $order.set({ state: 'signedOut' })
    })
    return () => {
      unsubscribe()
      unfollow?.()
      cancelPolling()
      latestRequest += 1
    }
  })
  return { $order, reload }
}
