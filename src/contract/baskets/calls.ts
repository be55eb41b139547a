import { endpoint } from '#contract/endpoint.ts'
import { ADD_CODES, IN_GROUP_CODES } from './add-codes.ts'
import type { Basket, BasketLocation } from './basket.ts'
import type { NewOrderMode, OrderModeState } from './order-mode.ts'
import { VOUCHER_CODES } from './lines.ts'
import type { ProductCard } from '#contract/catalogue/calls.ts'

/** One delivery window, Yerevan time. `time` is its start "HH:MM". */
export interface Slot {
  date: string
  time: string
  from: string
  to: string
}

export interface NewBasketItem {
  productId: number
  quantity: number
  selectedOptions?: number[]
  /** True after the person agreed to start a new basket: it is emptied first. */
  startAnew?: boolean
}
export interface ItemQuantity {
  quantity: number
  sessionId?: string
  selectedOptions?: number[]
}
export interface BasketQuery extends BasketLocation {
  sessionId?: string
  paymentId?: number
  useGiftCard?: boolean
  /** Ids of the gift cards that are to pay; without any, all of them. */
  cards?: number[]
  useBonusPoints?: boolean
  /** 1: asks about the corporate wallet too. */
  walletType?: number
}

export const get = endpoint<{ query: BasketQuery; reply: Basket }>()({
  method: 'GET',
  path: '/baskets',
  access: 'guest',
  codes: ['INVALID_ADDRESS'],
  about: 'The basket of the caller, priced for the address that is named, else for the default one.'
})

export const add = endpoint<{ query: BasketLocation; body: NewBasketItem; reply: Basket }>()({
  method: 'POST',
  path: '/baskets',
  access: 'guest',
  codes: [...ADD_CODES, 'INVALID_ADDRESS'],
  about:
    'Puts a product into the basket; the same product with the same options grows its line. `outOfArea` says who does not deliver there.'
})

export const replace = endpoint<{ body: { items: NewBasketItem[] }; reply: Basket }>()({
  method: 'PUT',
  path: '/baskets',
  access: 'guest',
  codes: ADD_CODES,
  about: 'Replaces the whole content at once (out-of-stock updates).'
})

export const removeUnavailable = endpoint<{ reply: Basket }>()({
  method: 'DELETE',
  path: '/baskets/unavailableSuppliers',
  access: 'guest',
  codes: ['GROUP_ORDER_ACTION_FORBIDDEN'],
  about: 'Removes lines of suppliers that are closed or withdrawn.'
})

export const enterVoucher = endpoint<{ body: { promoCode: string }; reply: Basket }>()({
  method: 'PUT',
  path: '/baskets/promocode',
  access: 'user',
  perMinute: 10,
  codes: ['BASKET_EMPTY', ...VOUCHER_CODES],
  about: 'Enters a promo code: a line of modus VOUCHER in the basket. Guesses are limited by person and by network.'
})

export const removeVoucher = endpoint<{ reply: Basket }>()({
  method: 'DELETE',
  path: '/baskets/promocode',
  access: 'user',
  codes: [],
  about: 'Takes the promo code out of the basket.'
})

export const remove = endpoint<{ params: { id: number }; query: BasketLocation & { type?: string; sessionId?: string }; reply: Basket }>()({
  method: 'DELETE',
  path: '/baskets/:id',
  access: 'guest',
  codes: ['ARTICLE_NOT_FOUND', 'ONLY_YOUR_ORDER', 'GROUP_ORDER_ACTION_FORBIDDEN', 'INVALID_ADDRESS'],
  about: 'Removes a line. The reply is priced for the location.'
})

export const quantity = endpoint<{ params: { id: number }; query: BasketLocation; body: ItemQuantity; reply: Basket }>()({
  method: 'PATCH',
  path: '/baskets/:id/quantity',
  access: 'guest',
  codes: [
    'ARTICLE_NOT_FOUND',
    'ONLY_YOUR_ORDER',
    'MORE_THAN_IN_STOCK',
    'OUT_OF_STOCK',
    'BELOW_MINIMUM_PURCHASE',
    'INVALID_ADDRESS',
    ...IN_GROUP_CODES
  ],
  about: 'Sets the quantity (and options) of a line. The reply is priced for the location.'
})

export interface SuggestedTime {
  deliveryNow: boolean
  minutesFrom: number
  minutesTo: number
  suggested: Slot | null
  /** What the basket's group order is planned for, while that can be kept. */
  planned: Slot | null
  /** The earliest moment for fetching, and for delivery (ISO +04:00); null when nothing is possible within a week. */
  suggestedInitialDate: string | null
  suggestedDeliverInitialDate: string | null
}

export const suggestedTime = endpoint<{
  params: { sessionId: string }
  query: { date?: string; addressId?: number }
  reply: SuggestedTime
}>()({
  method: 'GET',
  path: '/baskets/delivery/datetime/:sessionId',
  access: 'guest',
  codes: ['BASKET_EMPTY', 'INVALID_ADDRESS'],
  about: 'The best guess of when: now, with its minutes, or the first slot after everything reopens.'
})

export const availableTimes = endpoint<{
  query: { date?: string; addressId?: number; supplierId?: number; inMinutes?: number }
  reply: { deliveryNow: boolean; dates: string[]; slots: Slot[] }
}>()({
  method: 'GET',
  path: '/baskets/delivery/availableDatetimes',
  access: 'guest',
  codes: ['BASKET_EMPTY', 'INVALID_ADDRESS', 'SUPPLIER_NOT_FOUND', 'SUPPLIER_TOO_FAR'],
  about:
    'The slots of a day (today when none is named) in which all suppliers of the basket can deliver, or the one that is named, whatever the basket holds. `inMinutes`: when it is ordered, if not now.'
})

export const clean = endpoint<{ params: { sessionId: string }; reply: Basket }>()({
  method: 'DELETE',
  path: '/baskets/clean/:sessionId',
  access: 'guest',
  codes: ['ONLY_YOUR_ORDER', 'BASKET_NOT_FOUND', 'GROUP_ORDER_ACTION_FORBIDDEN'],
  about: "Removes the caller's own lines."
})

export const empty = endpoint<{ params: { sessionId: string }; reply: Basket }>()({
  method: 'DELETE',
  path: '/baskets/empty/:sessionId',
  access: 'guest',
  codes: ['ONLY_YOUR_ORDER', 'BASKET_NOT_FOUND', 'GROUP_ORDER_ACTION_FORBIDDEN'],
  about: 'Empties the basket whole, whoever added the lines.'
})

export const orderMode = endpoint<{ reply: OrderModeState }>()({
  method: 'GET',
  path: '/baskets/ordermode',
  access: 'guest',
  codes: [],
  about: 'Delivery, pickup or service.'
})

export const setOrderMode = endpoint<{ body: NewOrderMode; reply: OrderModeState }>()({
  method: 'PUT',
  path: '/baskets/ordermode',
  access: 'guest',
  codes: [
    'ORDER_MODE_UNAVAILABLE',
    'UNAUTHORIZED',
    'SUPPLIER_NOT_FOUND',
    'RESTAURANT_CLOSED_OTHER_BRANCH',
    'DIFFERENT_BRANCHES',
    'GROUP_ORDER_ACTION_FORBIDDEN'
  ],
  about:
    'Sets the order mode. Pickup holds one branch of one supplier and needs an account; 452 and 453 name in `data.loses` what the basket would lose, until `agreed`. Services are booked by a call of their own.'
})

export const suggest = endpoint<{ query: { take?: number }; reply: ProductCard[] }>()({
  method: 'GET',
  path: '/baskets/product-suggest',
  access: 'guest',
  codes: [],
  about: 'Products of the same suppliers that go with the basket.'
})

export { reorder } from './reorder-call.ts'

export type * from './basket.ts'
