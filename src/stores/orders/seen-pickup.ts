import type { OrderPickup } from '#contract/orders/shown-codes.ts'
import { $user } from '#stores/auth/session.ts'
import { savedStore } from '#stores/saved.ts'
import { isExactly, isListOf, isNumber, isShape, isText, type Of } from '#stores/shape.ts'

/** More orders than anybody fetches at once. */
const MAX_KEPT = 5

const isSeenPickup = isShape({
  version: isExactly(2),
  orders: isListOf(
    isShape({ userId: isNumber, number: isText, pickup: isShape({ code: isText, qr: isShape({ size: isNumber, path: isText }) }) })
  )
})
/** The pickup codes that were seen last, the newest first, for a page without a connection. */
export type SeenPickup = Of<typeof isSeenPickup>
const NO_PICKUP: SeenPickup = { version: 2, orders: [] }

const $seenPickup = savedStore<SeenPickup>('root:pickup', isSeenPickup, NO_PICKUP)
export { $seenPickup }

/** Stores the code, and the page that shows it. */
export const savePickup = (number: string, pickup: OrderPickup): void => {
  const userId = $user.get()?.id
  const { orders } = $seenPickup.get()
  if (userId === undefined || orders.some((order) => order.number === number && order.pickup.code === pickup.code)) return
  // Without it the code is shown while the page is open.
  void import('#client/offline-page.ts').then(({ storePage }) => storePage()).catch(() => undefined)
  const others = orders.filter((order) => order.number !== number && order.userId === userId)
  $seenPickup.set({ version: 2, orders: [{ userId, number, pickup }, ...others].slice(0, MAX_KEPT) })
}
