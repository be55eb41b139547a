import { ifRefused } from '#client/call.ts'
import * as orders from '#contract/orders/calls.ts'
import * as reviews from '#contract/reviews/calls.ts'
import type { OrderCard } from '#contract/orders/calls.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { PAGE } from '#domain/limits/page-sizes.ts'
import { $user, restoreSession } from '#stores/auth/session.ts'
import { environment } from '#stores/environment.ts'
import { savedStore } from '#stores/saved.ts'
import { isExactly, isListOf, isNumber, isShape, isText, type Of } from '#stores/shape.ts'
import { isOngoing } from './order-view.ts'

const isActiveOrders = isShape({
  version: isExactly(1),
  userId: isNumber,
  /** `state`: suffix of the words on the home page; the most urgent order first. */
  orders: isListOf(isShape({ number: isText, state: isText }))
})
/** Orders under way, reduced to what the home page shows before any script of a framework; it reads them as JSON. */
export type ActiveOrders = Of<typeof isActiveOrders>

const $activeOrders = savedStore<ActiveOrders>('root:orders', isActiveOrders, { version: 1, userId: 0, orders: [] })
export { $activeOrders }

type Seen = Pick<OrderCard, 'orderNumber' | 'status' | 'payment' | 'trackingStatus'> & Partial<Pick<OrderCard, 'orderMode'>>

const stateOf = ({ payment, trackingStatus, orderMode }: Seen): string => {
  if (payment === 'awaiting') return 'unpaid'
  return orderMode === ORDER_MODE.PICK_UP && trackingStatus === 3 ? 'pickup' : `step${trackingStatus}`
}

/** Unpaid orders first: they wait for the person; then in the given order. */
export const activeOrders = (list: readonly Seen[]): ActiveOrders['orders'] => {
  const all = list.filter(isOngoing).map((order) => ({ number: order.orderNumber, state: stateOf(order) }))
  return [...all.filter(({ state }) => state === 'unpaid'), ...all.filter(({ state }) => state !== 'unpaid')]
}

/** Saves the state of an order seen on another page; of one that is over, that it is. */
export const saveActiveOrder = (order: Seen): void => {
  const userId = $user.get()?.id
  if (userId === undefined) return
  const saved = $activeOrders.get()
  const others = saved.userId === userId ? saved.orders.filter(({ number }) => number !== order.orderNumber) : []
  $activeOrders.set({ version: 1, userId, orders: [...activeOrders([order]), ...others] })
}

/** With nothing under way, the last order is offered to be rated. */
const toRate = async (): Promise<ActiveOrders['orders']> => {
  const order = await environment().call(reviews.reviewable).catch(ifRefused(null))
  return order ? [{ number: order.orderNumber, state: 'rate' }] : []
}

/** Loads the orders under way for the home page. On failure the saved ones stay. */
export const loadActiveOrders = async (): Promise<void> => {
  const session = await restoreSession()
  if (session.state !== 'user') return
  const list = await environment()
    .call(orders.pending, { query: { take: PAGE.pendingOrders } })
    .catch(ifRefused(null))
  if (!list) return
  const active = activeOrders(list)
  $activeOrders.set({ version: 1, userId: session.user.id, orders: active.length > 0 ? active : await toRate() })
}
