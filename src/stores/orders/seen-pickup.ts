import type { OrderPickup } from '#contract/orders/calls.ts'
import { $user } from '#stores/auth/session.ts'
import { savedStore } from '#stores/saved.ts'
import { isExactly, isNullOr, isNumber, isShape, isText, type Of } from '#stores/shape.ts'

const isSeenPickup = isShape({
  version: isExactly(1),
  order: isNullOr(
    isShape({ userId: isNumber, number: isText, pickup: isShape({ code: isText, qr: isShape({ size: isNumber, path: isText }) }) })
  )
})
/** The pickup code that was seen last, for a page without a connection. */
export type SeenPickup = Of<typeof isSeenPickup>
const NO_PICKUP: SeenPickup = { version: 1, order: null }

const $seenPickup = savedStore<SeenPickup>('root:pickup', isSeenPickup, NO_PICKUP)
export { $seenPickup }

/** Stores the code, and the page that shows it. */
export const savePickup = (number: string, pickup: OrderPickup): void => {
  const userId = $user.get()?.id
  const { order } = $seenPickup.get()
  if (userId === undefined || (order?.number === number && order.pickup.code === pickup.code)) return
  // Without it the code is shown while the page is open.
  void import('#client/offline-page.ts').then(({ storePage }) => storePage()).catch(() => undefined)
  $seenPickup.set({ version: 1, order: { userId, number, pickup } })
}
