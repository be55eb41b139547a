import type { NotificationTopic } from '#domain/notifications.ts'
import { ORDER_MODE, type OrderMode } from '#domain/enums.ts'
import { NOTIFICATION_STATUS, ORDER_STATUS, type OrderStatus } from '#domain/order-status.ts'
import type { OrderEventKind } from '#server/services/events/record-order-event.ts'
import type { OrderStep } from '#server/services/messages/templates.ts'

/** What an order's event tells its buyer. */
export interface OrderNotice {
  step: OrderStep
  /** Spec section 4, "notification status". */
  status: number
  topics: readonly NotificationTopic[]
  /** Goes out as an SMS whatever was chosen: "ready for pickup (an SMS is sent)". */
  alwaysSms: boolean
}

const S = ORDER_STATUS
const N = NOTIFICATION_STATUS

/** null where nobody has to be told: an order that waits for its money, and what happens to a payment, which the buyer is just looking at. */
export const orderNotice = (kind: OrderEventKind, status: OrderStatus, mode: OrderMode): OrderNotice | null => {
  if (kind === 'order.payment' || status === S.NEW_NOT_PAID) return null
  const notice = (step: OrderStep, shown: number, ...topics: NotificationTopic[]): OrderNotice => ({
    step,
    status: shown,
    topics,
    alwaysSms: false
  })
  if (status === S.OPEN || status === S.PAID) return notice('confirmed', N.NEW, 'confirmation')
  if (status === S.IN_PROCESS) return notice('preparing', N.ACCEPTED, 'status')
  if (status === S.COMPLETELY_DELIVERED) return notice('delivered', N.DELIVERED, 'status')
  // Whoever was told that it comes is told that it does not.
  if (status === S.CANCELLED) return notice('cancelled', N.CANCELLED, 'confirmation', 'status')
  if (mode === ORDER_MODE.PICK_UP) return { ...notice('readyForPickup', N.IN_PLACE, 'status'), alwaysSms: true }
  return notice('onWay', N.ON_WAY, 'status')
}
