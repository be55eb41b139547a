import { ifRefused } from '#client/call.ts'
import * as orders from '#contract/orders/calls.ts'
import * as reviews from '#contract/reviews/calls.ts'
import { PAGE } from '#domain/limits/page-sizes.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { restoreSession } from '#stores/auth/session.ts'
import { environment } from '#stores/environment.ts'
import { $activeOrders, activeOrders, savedOrder, type ActiveOrders } from './active-orders.ts'

/** With nothing under way, the last order is offered to be rated. */
const toRate = async (): Promise<ActiveOrders['orders']> => {
  const order = await environment().call(reviews.reviewable).catch(ifRefused(null))
  return order ? [savedOrder(order.orderNumber, 'rate')] : toOrderAgain()
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
