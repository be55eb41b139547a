import type { ComponentType } from 'react'
import type { Namespace } from '#i18n/keys.ts'
import type { ModalId } from '#stores/modal-list.ts'
import type { ModalProps } from './modal-props.ts'

interface Modal<I extends ModalId> {
  load: () => Promise<ComponentType<ModalProps<I>>>
  /** What it says, besides the words of states. */
  words: readonly Namespace[]
}

const chunk = <I extends ModalId>(words: readonly Namespace[], load: Modal<I>['load']): Modal<I> => ({ load, words })

/** Each id's own chunk; an id of the list without one is a compile error. */
export const MODAL_COMPONENTS = {
  login: chunk<'login'>(['auth', 'validation', 'modals'], () => import('#islands/auth/Login.tsx').then((m) => m.Login)),
  'auth-phone': chunk<'auth-phone'>(['auth', 'validation', 'modals'], () => import('#islands/auth/AuthPhone.tsx').then((m) => m.AuthPhone)),
  register: chunk<'register'>(['auth', 'validation', 'modals'], () => import('#islands/auth/Register.tsx').then((m) => m.Register)),
  'account-validation': chunk<'account-validation'>(['auth'], () =>
    import('#islands/auth/AccountValidation.tsx').then((m) => m.AccountValidation)
  ),
  'item-details': chunk<'item-details'>(['product', 'validation', 'modals'], () =>
    import('#islands/menu/ItemDetails.tsx').then((m) => m.ItemDetails)
  ),
  'address-search': chunk<'address-search'>(['address', 'validation'], () =>
    import('#islands/address/AddressSearch.tsx').then((m) => m.AddressSearch)
  ),
  'delivery-time': chunk<'delivery-time'>(['checkout'], () => import('#islands/checkout/DeliveryTime.tsx').then((m) => m.DeliveryTime)),
  'choose-payments': chunk<'choose-payments'>(['checkout'], () =>
    import('#islands/checkout/ChoosePayments.tsx').then((m) => m.ChoosePayments)
  ),
  'payment-method': chunk<'payment-method'>(['checkout', 'orders'], () =>
    import('#islands/checkout/PaymentMethod.tsx').then((m) => m.PaymentMethod)
  ),
  confirm: chunk<'confirm'>(['modals'], () => import('./Confirm.tsx').then((m) => m.Confirm)),
  warning: chunk<'warning'>(['modals'], () => import('./Notices.tsx').then((m) => m.Warning)),
  error: chunk<'error'>(['modals'], () => import('./Notices.tsx').then((m) => m.ErrorNotice)),
  success: chunk<'success'>(['modals'], () => import('./Notices.tsx').then((m) => m.Success)),
  'out-of-stock-info': chunk<'out-of-stock-info'>(['basket', 'modals'], () =>
    import('#islands/basket/OutOfStockInfo.tsx').then((m) => m.OutOfStockInfo)
  ),
  'order-tracking': chunk<'order-tracking'>(['orders'], () => import('#islands/orders/OrderTracking.tsx').then((m) => m.OrderTracking)),
  'order-details': chunk<'order-details'>(['orders', 'basket'], () =>
    import('#islands/orders/OrderDetails.tsx').then((m) => m.OrderDetails)
  ),
  'catalog-list': chunk<'catalog-list'>(['frame', 'catalogue'], () => import('#islands/menu/CatalogList.tsx').then((m) => m.CatalogList)),
  navbar: chunk<'navbar'>(['modals', 'frame', 'catalogue'], () => import('./Navbar.tsx').then((m) => m.Navbar))
} satisfies { [I in ModalId]: Modal<I> }
