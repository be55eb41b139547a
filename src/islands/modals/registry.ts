import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import type { ModalId } from '#stores/modal-list.ts'
import type { ModalProps } from './modal-props.ts'

type Modal<I extends ModalId> = LazyExoticComponent<ComponentType<ModalProps<I>>>

/** A component of a module that has no default export. */
const chunk = <I extends ModalId>(load: () => Promise<ComponentType<ModalProps<I>>>): Modal<I> =>
  lazy(async () => ({ default: await load() }))

/** Each id's own chunk; an id of the list without one is a compile error. */
export const MODAL_COMPONENTS = {
  login: chunk<'login'>(() => import('#islands/auth/Login.tsx').then((m) => m.Login)),
  'auth-phone': chunk<'auth-phone'>(() => import('#islands/auth/AuthPhone.tsx').then((m) => m.AuthPhone)),
  register: chunk<'register'>(() => import('#islands/auth/Register.tsx').then((m) => m.Register)),
  'account-validation': chunk<'account-validation'>(() => import('#islands/auth/AccountValidation.tsx').then((m) => m.AccountValidation)),
  'item-details': chunk<'item-details'>(() => import('#islands/menu/ItemDetails.tsx').then((m) => m.ItemDetails)),
  'address-search': chunk<'address-search'>(() => import('#islands/address/AddressSearch.tsx').then((m) => m.AddressSearch)),
  'delivery-time': chunk<'delivery-time'>(() => import('#islands/checkout/DeliveryTime.tsx').then((m) => m.DeliveryTime)),
  'choose-payments': chunk<'choose-payments'>(() => import('#islands/checkout/ChoosePayments.tsx').then((m) => m.ChoosePayments)),
  'payment-method': chunk<'payment-method'>(() => import('#islands/checkout/PaymentMethod.tsx').then((m) => m.PaymentMethod)),
  confirm: chunk<'confirm'>(() => import('./Confirm.tsx').then((m) => m.Confirm)),
  warning: chunk<'warning'>(() => import('./Notices.tsx').then((m) => m.Warning)),
  error: chunk<'error'>(() => import('./Notices.tsx').then((m) => m.ErrorNotice)),
  success: chunk<'success'>(() => import('./Notices.tsx').then((m) => m.Success)),
  'out-of-stock-info': chunk<'out-of-stock-info'>(() => import('#islands/basket/OutOfStockInfo.tsx').then((m) => m.OutOfStockInfo)),
  'order-tracking': chunk<'order-tracking'>(() => import('#islands/orders/OrderTracking.tsx').then((m) => m.OrderTracking)),
  'order-details': chunk<'order-details'>(() => import('#islands/orders/OrderDetails.tsx').then((m) => m.OrderDetails)),
  'catalog-list': chunk<'catalog-list'>(() => import('#islands/menu/CatalogList.tsx').then((m) => m.CatalogList)),
  navbar: chunk<'navbar'>(() => import('./Navbar.tsx').then((m) => m.Navbar))
} satisfies { [I in ModalId]: Modal<I> }
