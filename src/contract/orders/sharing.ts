import { endpoint } from '#contract/endpoint.ts'
import type { TrackingStatus } from '#domain/order-status.ts'

// A link by which somebody else follows a delivery.

/** What the link shows: never what is in the order, what it costs, or a contact. */
export interface SharedOrder {
  trackingStatus: TrackingStatus
  /** null once it is delivered or cancelled: then the link shows nothing else. `street` with the house, without the door. ISO +04:00. */
  delivery: { firstName: string; street: string; from: string; to: string } | null
}

export const share = endpoint<{ body: { orderNumber: string }; reply: { token: string } }>()({
  method: 'POST',
  path: '/orders/share',
  access: 'user',
  perMinute: 30,
  codes: ['ORDER_NOT_FOUND'],
  about: 'The token of a link that shows how far a delivery is, until it is there. The same again is the same token.'
})

export const unshare = endpoint<{ query: { orderNumber: string }; reply: { removed: true } }>()({
  method: 'DELETE',
  path: '/orders/share',
  access: 'user',
  codes: ['ORDER_NOT_FOUND'],
  about: 'The link shows nothing any more; another one may be made.'
})

export const shared = endpoint<{ query: { token: string }; reply: SharedOrder }>()({
  method: 'GET',
  path: '/orders/shared',
  access: 'public',
  codes: ['ORDER_NOT_FOUND'],
  about: 'How far a delivery is, for whoever has the link.'
})
