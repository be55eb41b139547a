import type { OrderCard } from '#contract/orders/calls.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { $user } from '#stores/auth/session.ts'
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

/** Paid tickets wait in the account, for months perhaps. */
const isForLater = ({ orderMode, payment }: Seen): boolean => orderMode === ORDER_MODE.ADMISSION && payment !== 'awaiting'

export const savedOrder = (number: string, state: string): ActiveOrders['orders'][number] => ({
  number,
  state,
  id: undefined,
  from: undefined
})

/** Unpaid orders first: they wait for the person; then in the given order. */
export const activeOrders = (list: readonly Seen[]): ActiveOrders['orders'] => {
  const all = list.filter((order) => isOngoing(order) && !isForLater(order)).map((order) => savedOrder(order.orderNumber, stateOf(order)))
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
