import type { ProductCard } from '#contract/catalogue/calls.ts'
import type { OpenState } from '#contract/catalogue/branches.ts'
import type { BasketType, ItemModus, SupplierKind, UnitId } from '#domain/enums.ts'
import type { Tier } from '#domain/prices/tiers.ts'
import type { OrderModeState } from './order-mode.ts'
import type { PackingLine, VoucherLine } from './lines.ts'

/** Quantities of unit 2 are hundredths of a kilogram. Amounts in AMD. */
export interface BasketItem {
  id: number
  modus: ItemModus
  productId: number
  productName: string
  /** Of a ticket: when it is for (ISO +04:00); left out: any day. */
  admissionAt?: string
  /** productName with when a ticket is for, and the selected options. */
  name: string
  orderNumber: string
  picture: string
  /** Price of one unit (weighed: of a kilogram), options included. */
  price: number
  /** Price of the line. */
  totalPrice: number
  /** Price of the line without the discount. */
  baseTotalPrice: number
  /** Every second piece is free. */
  pairs?: true
  /** What is ordered with it is delivered for nothing. */
  freeDelivery?: true
  /** Points pay for it; at its supplier not for everything. */
  usePoints?: true
  /** Prices of one unit by quantity, options included, where who buys more pays less: the first from nothing on. */
  tiers?: (Tier & { price: number })[]
  quantity: number
  unitId: UnitId
  minimumPurchase: number
  stock: number | null
  /** ok; below: more requested than in stock; gone: sold out or withdrawn. */
  availability: 'ok' | 'below' | 'gone'
  userId: number | null
  sessionId: string
  /** Names of what comes with each of it for nothing. */
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
  /** The same as a line; null without a price. */
  packing: PackingLine | null
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

/** What one person chose; costs and what is missing stand in the caller's own entries alone, and are those of the whole basket. */
export interface SessionBasket {
  userId: number | null
  sessionId: string
  /** In a group order: as the person is called there. */
  name?: string
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
  /** Of an order: the tip for its courier, chosen at checkout. */
  totalTip?: number
  /** Amount to pay. */
  orderPrice: number
}

/** Points (1 point is 1 AMD) and this basket. */
export interface BasketPoints {
  available: number
  /** What of the price they would pay, and what would be left to pay otherwise. */
  covers: number
  left: number
  /** Names of suppliers of whose goods here points pay only those that are marked, where that leaves some of the price. */
  labelledAt: string[]
  /** What the basket would earn if all of it is paid with money, by the method that is named (`paymentId`), else by any. */
  earns: number
  /** The same of tickets for draws, and whether a later delivery would be free. */
  tickets: number
  earnsDelivery: boolean
  /** A free delivery of the caller that this basket could use, and what it would save: its promo code and last day, yyyy-mm-dd; null without one. */
  freeDelivery: { code: string; lastDay: string; saves: number } | null
}

/** A gift card that the caller can spend, AMD. `code`: its last four characters; `covers`: what of the price it would pay. */
export interface BasketGiftCard {
  id: number
  code: string
  balance: number
  covers: number
  expiresAt: string
}

/** Gift cards of the caller and this basket, AMD. */
export interface BasketGiftCards {
  available: number
  /** What of the price they would pay, or those that the question names, and what would be left to pay otherwise. */
  covers: number
  left: number
  /** In the order in which they pay: those that expire first first. */
  cards: BasketGiftCard[]
}

/** The corporate wallet of the caller, AMD. `takes`: whether all suppliers of this basket take it. */
export interface BasketCorporateWallet {
  available: number
  takes: boolean
}

export interface Basket extends Totals {
  id: number
  /** Of a group order for which everybody pays, for its initiator: what of the price is the own share, AMD. */
  ownShare?: number
  /** Everybody is paying the order that was made of it; until then nothing in it changes. */
  isBeingPaid?: true
  /** Incremented by every change; checkout sends the version it showed. */
  version: number
  type: BasketType
  status: 'initial' | 'fill' | 'empty'
  sessionId: string
  basketList: { type: BasketType; sessionBaskets: SessionBasket[] }
  orderMode: OrderModeState
  walletType: 0 | 1
  /** What points would pay; only where the question says `useBonusPoints`, for callers with an account. */
  points?: BasketPoints
  /** What gift cards would pay; only where the question says `useGiftCard`. */
  giftCards?: BasketGiftCards
  /** Only where the question says `walletType=1`, for companies. */
  corporateWallet?: BasketCorporateWallet
  itemsCount: number
  isOverloaded: boolean
  /** A line of modus VOUCHER; null without one. */
  voucher: VoucherLine | null
  /** Always empty here, so that reading stays cheap: see GET /baskets/product-suggest. */
  suggestedProducts: ProductCard[]
}

/** Delivery location of a basket. Default: a signed-in person's default address; for guests the price is an estimate. */
export interface BasketLocation {
  addressId?: number
  lat?: number
  lng?: number
}
