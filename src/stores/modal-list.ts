import type { Variables } from '#i18n/keys.ts'

/** What a confirm modal may ask; the words are in `modals:confirm`. */
export type Question = 'startAnew' | 'clearBasket' | 'adult' | 'signOut' | 'removeAddress' | 'cancelOrder'

/** Every modal of spec section 2 that exists, with what it needs: ids and plain values, never objects of the API. */
export interface ModalParameters {
  login: { redirect?: string; enablePickup?: boolean }
  'auth-phone': { redirect?: string }
  register: { contact?: string; redirect?: string }
  'account-validation': Record<never, never>
  'item-details': { productId: number; itemId?: number }
  'address-search': { addressId?: number }
  'delivery-time': Record<never, never>
  'choose-payments': Record<never, never>
  'payment-method': { orderNumber?: string }
  confirm: { question: Question; variables?: Variables; ticket: number }
  warning: { description: string }
  error: { description: string; info?: string }
  success: { description: string }
  'out-of-stock-info': Record<never, never>
  'order-tracking': { orderNumber: string }
  'order-details': { orderNumber: string }
  'catalog-list': Record<never, never>
  navbar: Record<never, never>
}
export type ModalId = keyof ModalParameters

/** bottom: a sheet from below on phones, centred on desks; side: a drawer; small: centred everywhere. */
export type ModalShape = 'bottom' | 'side' | 'small'

/** `locksScroll`: the page behind does not scroll while it is open (spec section 2, "disable global scroll"). */
export const MODALS: Record<ModalId, { shape: ModalShape; locksScroll: boolean }> = {
  login: { shape: 'bottom', locksScroll: true },
  'auth-phone': { shape: 'bottom', locksScroll: true },
  register: { shape: 'bottom', locksScroll: true },
  'account-validation': { shape: 'bottom', locksScroll: true },
  'item-details': { shape: 'bottom', locksScroll: true },
  'address-search': { shape: 'bottom', locksScroll: true },
  'delivery-time': { shape: 'bottom', locksScroll: true },
  'choose-payments': { shape: 'bottom', locksScroll: true },
  'payment-method': { shape: 'bottom', locksScroll: true },
  confirm: { shape: 'small', locksScroll: true },
  warning: { shape: 'small', locksScroll: false },
  error: { shape: 'small', locksScroll: false },
  success: { shape: 'small', locksScroll: false },
  'out-of-stock-info': { shape: 'bottom', locksScroll: true },
  'order-tracking': { shape: 'bottom', locksScroll: true },
  'order-details': { shape: 'bottom', locksScroll: true },
  'catalog-list': { shape: 'side', locksScroll: true },
  navbar: { shape: 'side', locksScroll: true }
}
export const isModalId = (value: string): value is ModalId => Object.hasOwn(MODALS, value)
