import { endpoint } from '#contract/endpoint.ts'
import { ADD_CODES } from './add-codes.ts'
import type { BasketType, ItemModus, SupplierKind, UnitId } from '#domain/enums.ts'
import type { NewOrderMode, OrderModeState } from './order-mode.ts'
import type { Reordered } from './reorder.ts'
import { VOUCHER_CODES, type VoucherLine } from './voucher-line.ts'
import type { ProductCard } from '#contract/catalogue/calls.ts'
import type { OpenState } from '#contract/catalogue/branches.ts'

/** Quantities of unit 2 are hundredths of a kilogram. Amounts in AMD. */
export interface BasketItem {
  id: number
  modus: ItemModus
  productId: number
  productName: string
  /** productName with the selected options. */
  name: string
  orderNumber: string
  picture: string
  /** Price of one unit (weighed: of a kilogram), options included. */
  price: number
  /** Price of the line. */
  totalPrice: number
  /** Price of the line without the discount. */
  baseTotalPrice: number
  quantity: number
  unitId: UnitId
  minimumPurchase: number
  stock: number | null
  /** ok; below: more requested than in stock; gone: sold out or withdrawn. */
  availability: 'ok' | 'below' | 'gone'
  userId: number | null
  sessionId: string
  gifts: string[]
  selectedOptions: { id: number; group: string; name: string; price: number }[]
}

export interface BasketEntry {
  supplier: { id: number; name: string; alias: string; kind: SupplierKind; hue: number; pictures: string[] }
  branchId: number
  /** Coordinates of that branch, degrees. */
  branchPoint: { lat: number; lng: number }
  open: OpenState
  items: BasketItem[]
  /** Sum of the lines. */
  itemsPrice: number
  deliveryPrice: number
  packingPrice: number
  minimum: number
  /** Amount missing to the minimum; 0 when reached. */
  missingToMinimum: number
  /** Amount missing to free delivery; null when it is not offered. */
  missingToFree: number | null
  minutesFrom: number
  minutesTo: number
  /** Where the person fetches it: the branch of `branchId`; null when it is delivered. */
  pickup: { address: string; phone: string } | null
  /** What the other mode would cost, and when: pickup of what is delivered, delivery of what is fetched; null where it is not offered. */
  otherMode: { price: number; minutesFrom: number; minutesTo: number } | null
  /** The address is known and outside every zone. */
  outOfArea: boolean
  /** The supplier left the market: its products cannot be ordered. */
  withdrawn?: true
}

export interface SessionBasket {
  userId: number | null
  sessionId: string
  entries: BasketEntry[]
}

/** Totals, in AMD, as computed in domain/basket.ts. */
export interface Totals {
  /** Lines at full price. */
  basePrice: number
  discount: number
  /** Lines at their selling price: basePrice - discount. */
  totalPrice: number
  totalPacking: number
  deliveryPrice: { total: number; isEstimate: boolean }
  totalServiceFee: number
  /** What a voucher takes off. */
  voucherDiscount: number
  /** Amount to pay. */
  orderPrice: number
}

export interface Basket extends Totals {
  id: number
  /** Incremented by every change; checkout sends the version it showed. */
  version: number
  type: BasketType
  status: 'initial' | 'fill' | 'empty'
  sessionId: string
  basketList: { type: BasketType; sessionBaskets: SessionBasket[] }
  orderMode: OrderModeState
  walletType: 0 | 1
  itemsCount: number
  isOverloaded: boolean
  /** A line of modus VOUCHER; null without one. */
  voucher: VoucherLine | null
  /** Always empty here, so that reading stays cheap: see GET /baskets/product-suggest. */
  suggestedProducts: ProductCard[]
}

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
/** Delivery location of a basket. Default: a signed-in person's default address; for guests the price is an estimate. */
export interface BasketLocation {
  addressId?: number
  lat?: number
  lng?: number
}
export interface BasketQuery extends BasketLocation {
  sessionId?: string
  paymentId?: number
  useGiftCard?: boolean
  useBonusPoints?: boolean
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

export const reorder = endpoint<{
  params: { id: number }
  query: BasketLocation
  body: { startAnew?: boolean }
  reply: Reordered & { basket: Basket }
}>()({
  method: 'POST',
  path: '/baskets/reorder/:id',
  access: 'user',
  codes: [...ADD_CODES, 'INVALID_ADDRESS', 'ORDER_NOT_FOUND'],
  about: 'Puts what an order of the caller had into the basket, as far as it is there; calling it again adds nothing.'
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
  codes: [],
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
  codes: ['ARTICLE_NOT_FOUND', 'INVALID_ADDRESS'],
  about: 'Removes a line. The reply is priced for the location.'
})

export const quantity = endpoint<{ params: { id: number }; query: BasketLocation; body: ItemQuantity; reply: Basket }>()({
  method: 'PATCH',
  path: '/baskets/:id/quantity',
  access: 'guest',
  codes: ['ARTICLE_NOT_FOUND', 'MORE_THAN_IN_STOCK', 'OUT_OF_STOCK', 'BELOW_MINIMUM_PURCHASE', 'INVALID_ADDRESS'],
  about: 'Sets the quantity (and options) of a line. The reply is priced for the location.'
})

export interface SuggestedTime {
  deliveryNow: boolean
  minutesFrom: number
  minutesTo: number
  suggested: Slot | null
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
  query: { date?: string; addressId?: number }
  reply: { deliveryNow: boolean; dates: string[]; slots: Slot[] }
}>()({
  method: 'GET',
  path: '/baskets/delivery/availableDatetimes',
  access: 'guest',
  codes: ['BASKET_EMPTY', 'INVALID_ADDRESS'],
  about: 'The slots of a day (today when none is named) in which all suppliers of the basket can deliver.'
})

export const clean = endpoint<{ params: { sessionId: string }; reply: Basket }>()({
  method: 'DELETE',
  path: '/baskets/clean/:sessionId',
  access: 'guest',
  codes: ['ONLY_YOUR_ORDER', 'BASKET_NOT_FOUND'],
  about: "Removes the caller's own lines."
})

export const empty = endpoint<{ params: { sessionId: string }; reply: Basket }>()({
  method: 'DELETE',
  path: '/baskets/empty/:sessionId',
  access: 'guest',
  codes: ['ONLY_YOUR_ORDER', 'BASKET_NOT_FOUND'],
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
  codes: ['ORDER_MODE_UNAVAILABLE', 'UNAUTHORIZED', 'SUPPLIER_NOT_FOUND', 'RESTAURANT_CLOSED_OTHER_BRANCH', 'DIFFERENT_BRANCHES'],
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
