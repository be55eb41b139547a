import type { NotificationTopic } from '#domain/notifications.ts'
import { ORDER_MODE, type OrderMode } from '#domain/enums.ts'
import { NOTIFICATION_STATUS, ORDER_STATUS, type OrderStatus } from '#domain/order-status.ts'
import type { OrderEventKind } from '#server/services/events/record-order-event.ts'
import type { OrderStep } from '#server/services/messages/message-template.ts'

/** The notification for an order event. */
export interface OrderNotice {
  step: OrderStep
  /** Spec section 4, "notification status". */
  status: number
  topics: readonly NotificationTopic[]
  /** True for steps sent as SMS whatever the person chose: "ready for pickup (an SMS is sent)". */
  alwaysSms: boolean
  /** True for what stays true: its message may arrive late. A step under way is useless hours later. */
  lasts: boolean
}

const S = ORDER_STATUS
const N = NOTIFICATION_STATUS

/** Said for a day, since they hold for longer than the steps between them. */
const LASTING: ReadonlySet<OrderStep> = new Set(['confirmed', 'tickets', 'delivered', 'done', 'picked', 'cancelled'])

/** `isService`: what is done, not brought. Returns null for events without such a notice: an unpaid order, tickets that were used, payment changes, which the buyer is watching, refunds and receipts. */
export const orderNotice = (kind: OrderEventKind, status: OrderStatus, mode: OrderMode, isService: boolean): OrderNotice | null => {
  if (kind === 'order.delayed') return { step: 'delayed', status: N.ACCEPTED, topics: ['status'], alwaysSms: false, lasts: false }
  if (kind === 'order.claim') return { step: 'answered', status: N.DELIVERED, topics: ['status'], alwaysSms: false, lasts: true }
  if (kind === 'order.question')
    return { step: 'question', status: N.ACCEPTED, topics: ['status', 'confirmation'], alwaysSms: false, lasts: false }
  if ((kind !== 'order.placed' && kind !== 'order.status') || status === S.NEW_NOT_PAID) return null
  const notice = (step: OrderStep, shownStatus: number, ...topics: NotificationTopic[]): OrderNotice => ({
    step,
    status: shownStatus,
    topics,
    alwaysSms: false,
    lasts: LASTING.has(step)
  })
  if (mode === ORDER_MODE.ADMISSION && status !== S.CANCELLED)
    return status === S.PAID ? notice('tickets', N.NEW, 'confirmation', 'status') : null
  if (status === S.OPEN || status === S.PAID) return notice('confirmed', N.NEW, 'confirmation')
  if (status === S.IN_PROCESS) return notice('preparing', N.ACCEPTED, 'status')
  if (status === S.COMPLETELY_DELIVERED)
    return notice(mode === ORDER_MODE.PICK_UP ? 'picked' : isService ? 'done' : 'delivered', N.DELIVERED, 'status')
  // A buyer who was told that the order comes is told that it was cancelled.
  if (status === S.CANCELLED) return notice('cancelled', N.CANCELLED, 'confirmation', 'status')
  if (mode === ORDER_MODE.PICK_UP) return { ...notice('readyForPickup', N.IN_PLACE, 'status'), alwaysSms: true }
  return notice(isService ? 'coming' : 'onWay', N.ON_WAY, 'status')
}
