import type { AlertKind } from '#domain/alerts/alert.ts'
import type { SupplierKind } from '#domain/enums.ts'
import { endpoint } from '#contract/endpoint.ts'

/** Something that a person wants to be told of, once, when it is to be had again. */
export interface Alert {
  id: number
  kind: AlertKind
  /** Name of the product, else of the supplier; masked like cards of products for adults. */
  name: string
  productId: number | null
  supplier: { id: number; name: string; alias: string; kind: SupplierKind }
  /** The window of bookings, ISO +04:00. */
  from: string | null
  to: string | null
  /** EMAIL 0, SMS 1, PUSH 3 (spec section 3). */
  channel: number
  createdAt: string
  /** Nobody is told after that. */
  until: string
}

/** Either a product or a supplier; with `date` and `time` (Yerevan) a window of that supplier's bookings. */
export interface NewAlert {
  productId?: number
  supplierId?: number
  date?: string
  time?: string
  /** Default: the channel of the person's confirmations that costs the least. */
  channel?: number
}

export const list = endpoint<{ reply: Alert[] }>()({
  method: 'GET',
  path: '/user/profile/alerts',
  access: 'user',
  codes: [],
  about: 'What the person waits to be told of, the newest first.'
})

export const add = endpoint<{ body: NewAlert; reply: Alert }>()({
  method: 'POST',
  path: '/user/profile/alerts',
  access: 'user',
  perMinute: 60,
  codes: ['ARTICLE_NOT_FOUND', 'SUPPLIER_NOT_FOUND', 'DELIVERY_TIME_UNAVAILABLE', 'NOTIFICATION_CHANNEL_NOT_FOUND'],
  about:
    'Tells the person once when a product is in stock, a supplier opens, or a full window of bookings has a place: as a notification, and by the channel. The same again changes the channel. At most 50, then BAD_REQUEST (alerts).'
})

export const remove = endpoint<{ params: { id: number }; reply: { removed: true } }>()({
  method: 'DELETE',
  path: '/user/profile/alerts/:id',
  access: 'user',
  codes: ['NOT_FOUND'],
  about: 'The person is not told of it any more.'
})
