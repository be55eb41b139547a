import { ifRefused } from '#client/call.ts'
import * as orders from '#contract/orders/calls.ts'
import * as reviews from '#contract/reviews/calls.ts'
import type { OrderCard } from '#contract/orders/calls.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { PAGE } from '#domain/limits/page-sizes.ts'
import { $user, restoreSession } from '#stores/auth/session.ts'
import { environment } from '#stores/environment.ts'
import { savedStore } from '#stores/saved.ts'
import { isExactly, isListOf, isNumber, isOptional, isShape, isText, type Of } from '#stores/shape.ts'
import { isOngoing } from './order-view.ts'

const isActiveOrders = isShape({
  version: isExactly(1),
  userId: isNumber,
  /** `state`: suffix of the words on the home page; the most urgent order first. Of one to order again also its id, and who sold it. */
  orders: isListOf(isShape({ number: isText, state: isText, id: isOptional(isNumber), from: isOptional(isText) }))
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

const saved = (number: string, state: string): ActiveOrders['orders'][number] => ({ number, state, id: undefined, from: undefined })

/** Unpaid orders first: they wait for the person; then in the given order. */
export const activeOrders = (list: readonly Seen[]): ActiveOrders['orders'] => {
  const all = list.filter(isOngoing).map((order) => saved(order.orderNumber, stateOf(order)))
  return [...all.filter(({ state }) => state === 'unpaid'), ...all.filter(({ state }) => state !== 'unpaid')]
}

/** Saves the state of an order seen on another page; of one that is over, that it is. */
export const saveActiveOrder = (order: Seen): void => {
  const userId = $user.get()?.id
  if (userId === undefined) return
  const before = $activeOrders.get()
  const others = before.userId === userId ? before.orders.filter(({ number }) => number !== order.orderNumber) : []
  $activeOrders.set({ version: 1, userId, orders: [...activeOrders([order]), ...others] })
}

/** With nothing under way, the last order is offered to be rated. */
const toRate = async (): Promise<ActiveOrders['orders']> => {
  const order = await environment().call(reviews.reviewable).catch(ifRefused(null))
  return order ? [saved(order.orderNumber, 'rate')] : toOrderAgain()
}

const LATEST = 5

/** With nothing to rate either, the last order that came is offered again. */
const toOrderAgain = async (): Promise<ActiveOrders['orders']> => {
  const found = await environment()
    .call(orders.history, { query: { take: LATEST } })
    .catch(ifRefused(null))
  const last = found?.items.find(({ status }) => status === ORDER_STATUS.COMPLETELY_DELIVERED)
  if (!last) return []
  return [{ number: last.orderNumber, state: 'again', id: last.id, from: last.suppliers.map(({ name }) => name).join(', ') }]
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
