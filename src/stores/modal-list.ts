import type { Variables } from '#i18n/keys.ts'

/** Questions of the confirm modal; texts in `modals:confirm`. */
export type Question =
  | 'startAnew'
  | 'clearBasket'
  | 'signOut'
  | 'signOutEverywhere'
  | 'removeAddress'
  | 'cancelOrder'
  | 'cancelToCard'
  | 'cancelByHand'
  | 'refundAsPoints'
  | 'refundToWallet'
  | 'losesToPickup'
  | 'joinGroup'
  | 'leaveForGroup'
  | 'groupDelivers'
  | 'startGroup'
  | 'cancelGroup'
  | 'cancelGroupPaid'
  | 'payForMember'
  | 'goOnWithout'
  | 'leaveGroup'
  | 'removeFromGroup'
  | 'removeLine'

/** Parameters of a modal that asks a question; `ticket` identifies the pending question. Times are ISO +04:00, minutes are preparation time. */
interface Asked {
  ticket?: number
}

/** Where signing in leads: a path of the own origin; without one the page stays. */
interface Entering {
  redirect?: string
  enablePickup?: boolean
}

/** A product that waits to be added until the order mode fits (spec section 4). */
export interface QueuedProduct {
  productId: number
  quantity: number
  options?: number[]
  name: string
}

/** All modals of spec section 2 with their parameters: ids and simple values, never API objects. */
export interface ModalParameters {
  auth: Entering
  login: Entering
  'auth-phone': Entering
  register: Entering & { contact?: string }
  password: Record<never, never>
  'forgot-password': Entering
  /** The token of the reset link in the mail; without it the modal asks for the code. */
  'reset-password': Entering & { token?: string }
  'change-password': Record<never, never>
  'choose-account': Entering & { accounts: { id: number; isCompany: boolean; name: string; contact: string | null }[] }
  /** The e-mail address to confirm; without it the user's own. */
  'verification-email': Entering & { email?: string }
  'account-validation': Record<never, never>
  'contact-info': { type: 'email' | 'phone' }
  /** Asks for a fresh proof of the account's owner. */
  'prove-identity': Asked
  'account-deletion': Record<never, never>
  'account-notify': Record<never, never>
  'item-details': { productId: number; itemId?: number; options?: string }
  /** `map`: only the map, starting at `lat`, `lng`; the result is awaited by the ticket. `isNew`: asked for another address than the saved ones. */
  'address-search': Asked & { map?: boolean; lat?: number; lng?: number; isNew?: boolean }
  /** Edits an address with all its fields; without an id a new one. */
  'account-address': { addressId?: number }
  'please-select-address': Record<never, never>
  'delivery-time': Record<never, never>
  'who-delivers': Record<never, never>
  /** Without a supplier: the only one of the basket. `here`: signing in comes back to this page, else to the checkout. */
  'supplier-branches': { supplierId?: number; queued?: QueuedProduct; here?: boolean }
  'select-supplier-branch': { supplierId: number; branchId: number; queued?: QueuedProduct }
  'pick-up error': { message: string; supplierId?: number; queued?: QueuedProduct }
  'choose-payments': Record<never, never>
  'payment-method': { orderNumber?: string }
  confirm: { question: Question; variables?: Variables; ticket: number }
  warning: { description: string }
  error: { description: string; info?: string }
  success: { description: string }
  'out-of-stock-info': Record<never, never>
  /** Shows what `$reordered` holds. */
  'out-of-stock-info-details': Record<never, never>
  /** `againOf`: an earlier group order, whose people are invited; `limit` and `paidByAll` as they were there. */
  'start-group-order': { supplierId: number; againOf?: number; limit?: number; paidByAll?: boolean }
  'share-link-group-order': Record<never, never>
  ShareLinkModal: Record<never, never>
  /** The group order that the person is in; with `problem` what went wrong with one. */
  'group-order': { problem?: string }
  /** An opened link: `group-invite` for guests, the other two for whoever is signed in. */
  'group-invite': { hash: string }
  'join-group-order': { hash: string }
  'join-group-order-conf': { hash: string }
  'confirm-members-readiness': Record<never, never>
  'order-tracking': { orderNumber: string }
  'order-details': { orderNumber: string }
  orderDetailsInfo: { orderNumber: string }
  'share-tracking': { orderNumber: string }
  /** What an order earns, rule by rule. */
  'wallet-points-details': { orderId: number }
  'visa-accumulated': Record<never, never>
  'visa-terms': { reward: string }
  'account-gift-card': Record<never, never>
  'gift-cards-history': { cardId: number }
  /** Shows what is chosen on the page of a booking. */
  'cosmo-confirm-order': Record<never, never>
  'rate-order': { orderId: number }
  'rate-order-success': Record<never, never>
  'catalog-list': Record<never, never>
  /** `path`: the list page that shows the chosen category. */
  'category-children': { categoryId: number; path: string }
  'restaurants-subcategory': { categoryId: number; path: string }
  /** Supplier type, and the list's path with its current query. */
  'restaurant-filter': { type: number; path: string; query: string }
  'shop-category-filters': { categoryId: number; brand?: string; catalog?: string; path: string; query: string }
  /** One of a product and a supplier, by its name; with `windows` (ISO +04:00) full ones of its bookings. */
  notify: { productId?: number; supplierId?: number; name: string; windows?: { from: string; to: string }[] }
  'campaign-detail': { slug: string }
  'age-confirmation': Asked
  'closed-restaurant': Asked & { supplier: string; opensAt: string; deliveryFrom: string }
  'restaurant-closed': { supplier: string }
  'restaurants-about-to-close': Asked & { supplier: string; closesAt: string; minutes: number }
  'mobile-search': Record<never, never>
  /** Spec section 3, supplier type. */
  'shop-mobile-search': { supplierType: number }
  navbar: Record<never, never>
}
export type ModalId = keyof ModalParameters
/** Modals whose answer is awaited. */
export type AskingModal = { [I in ModalId]: 'ticket' extends keyof ModalParameters[I] ? I : never }[ModalId]

/** bottom: a bottom sheet on phones, centred on desktops; side: a drawer; small: centred everywhere. */
export type ModalShape = 'bottom' | 'side' | 'small'

/** `locksScroll`: the page behind does not scroll while it is open (spec section 2, "disable global scroll"). */
export const MODALS: Record<ModalId, { shape: ModalShape; locksScroll: boolean }> = {
  auth: { shape: 'bottom', locksScroll: true },
  login: { shape: 'bottom', locksScroll: true },
  'auth-phone': { shape: 'bottom', locksScroll: true },
  register: { shape: 'bottom', locksScroll: true },
  password: { shape: 'bottom', locksScroll: true },
  'forgot-password': { shape: 'bottom', locksScroll: true },
  'reset-password': { shape: 'bottom', locksScroll: true },
  'change-password': { shape: 'bottom', locksScroll: true },
  'choose-account': { shape: 'bottom', locksScroll: true },
  'verification-email': { shape: 'bottom', locksScroll: true },
  'account-validation': { shape: 'bottom', locksScroll: true },
  'contact-info': { shape: 'bottom', locksScroll: true },
  'prove-identity': { shape: 'bottom', locksScroll: true },
  'account-deletion': { shape: 'bottom', locksScroll: true },
  'account-notify': { shape: 'bottom', locksScroll: true },
  'item-details': { shape: 'bottom', locksScroll: true },
  'address-search': { shape: 'bottom', locksScroll: true },
  'account-address': { shape: 'bottom', locksScroll: true },
  'please-select-address': { shape: 'bottom', locksScroll: true },
  'who-delivers': { shape: 'bottom', locksScroll: true },
  'delivery-time': { shape: 'bottom', locksScroll: true },
  'supplier-branches': { shape: 'bottom', locksScroll: true },
  'select-supplier-branch': { shape: 'bottom', locksScroll: true },
  'pick-up error': { shape: 'small', locksScroll: true },
  'choose-payments': { shape: 'bottom', locksScroll: true },
  'payment-method': { shape: 'bottom', locksScroll: true },
  confirm: { shape: 'small', locksScroll: true },
  warning: { shape: 'small', locksScroll: false },
  error: { shape: 'small', locksScroll: false },
  success: { shape: 'small', locksScroll: false },
  'out-of-stock-info': { shape: 'bottom', locksScroll: true },
  'out-of-stock-info-details': { shape: 'bottom', locksScroll: true },
  'start-group-order': { shape: 'bottom', locksScroll: true },
  'share-link-group-order': { shape: 'bottom', locksScroll: true },
  ShareLinkModal: { shape: 'bottom', locksScroll: true },
  'group-order': { shape: 'bottom', locksScroll: true },
  'group-invite': { shape: 'bottom', locksScroll: true },
  'join-group-order': { shape: 'bottom', locksScroll: true },
  'join-group-order-conf': { shape: 'bottom', locksScroll: true },
  'confirm-members-readiness': { shape: 'small', locksScroll: true },
  'order-tracking': { shape: 'bottom', locksScroll: true },
  'order-details': { shape: 'bottom', locksScroll: true },
  orderDetailsInfo: { shape: 'bottom', locksScroll: true },
  'share-tracking': { shape: 'bottom', locksScroll: true },
  'wallet-points-details': { shape: 'bottom', locksScroll: true },
  'visa-accumulated': { shape: 'bottom', locksScroll: true },
  'visa-terms': { shape: 'bottom', locksScroll: true },
  'account-gift-card': { shape: 'bottom', locksScroll: true },
  'gift-cards-history': { shape: 'bottom', locksScroll: true },
  'cosmo-confirm-order': { shape: 'bottom', locksScroll: true },
  'rate-order': { shape: 'bottom', locksScroll: true },
  'rate-order-success': { shape: 'small', locksScroll: false },
  'catalog-list': { shape: 'side', locksScroll: true },
  'category-children': { shape: 'bottom', locksScroll: true },
  'restaurants-subcategory': { shape: 'bottom', locksScroll: true },
  'restaurant-filter': { shape: 'bottom', locksScroll: true },
  'shop-category-filters': { shape: 'bottom', locksScroll: true },
  notify: { shape: 'bottom', locksScroll: true },
  'campaign-detail': { shape: 'bottom', locksScroll: true },
  'age-confirmation': { shape: 'small', locksScroll: true },
  'closed-restaurant': { shape: 'small', locksScroll: true },
  'restaurant-closed': { shape: 'small', locksScroll: true },
  'restaurants-about-to-close': { shape: 'small', locksScroll: true },
  'mobile-search': { shape: 'bottom', locksScroll: true },
  'shop-mobile-search': { shape: 'bottom', locksScroll: true },
  navbar: { shape: 'side', locksScroll: true }
}
