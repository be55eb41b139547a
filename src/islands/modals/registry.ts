import type { ComponentType } from 'react'
import type { Namespace } from '#i18n/keys.ts'
import type { ModalId } from '#stores/modal-list.ts'
import type { ModalProps } from './modal-props.ts'

interface Modal<I extends ModalId> {
  load: () => Promise<ComponentType<ModalProps<I>>>
  /** Message namespaces, besides `states`. */
  words: readonly Namespace[]
}

const chunk = <I extends ModalId>(words: readonly Namespace[], load: Modal<I>['load']): Modal<I> => ({ load, words })

const AUTH: readonly Namespace[] = ['auth', 'validation', 'modals']
const GROUP: readonly Namespace[] = ['group', 'validation', 'modals']
const SIGN_IN: readonly Namespace[] = [...AUTH, 'social']

/** The lazy chunk of each modal; an id without one is a compile error. */
export const MODAL_COMPONENTS = {
  auth: chunk<'auth'>(SIGN_IN, () => import('#islands/auth/Login.tsx').then((m) => m.Auth)),
  login: chunk<'login'>(SIGN_IN, () => import('#islands/auth/Login.tsx').then((m) => m.Login)),
  'auth-phone': chunk<'auth-phone'>(SIGN_IN, () => import('#islands/auth/Login.tsx').then((m) => m.AuthPhone)),
  register: chunk<'register'>(SIGN_IN, () => import('#islands/auth/Register.tsx').then((m) => m.Register)),
  password: chunk<'password'>(AUTH, () => import('#islands/auth/ChangePassword.tsx').then((m) => m.SetPassword)),
  'forgot-password': chunk<'forgot-password'>(AUTH, () => import('#islands/auth/ForgotPassword.tsx').then((m) => m.ForgotPassword)),
  'reset-password': chunk<'reset-password'>(AUTH, () => import('#islands/auth/ResetPassword.tsx').then((m) => m.ResetPassword)),
  'change-password': chunk<'change-password'>(AUTH, () => import('#islands/auth/ChangePassword.tsx').then((m) => m.ChangePassword)),
  'choose-account': chunk<'choose-account'>(AUTH, () => import('#islands/auth/ChooseAccount.tsx').then((m) => m.ChooseAccount)),
  'verification-email': chunk<'verification-email'>(AUTH, () =>
    import('#islands/auth/ConfirmContact.tsx').then((m) => m.VerificationEmail)
  ),
  'account-validation': chunk<'account-validation'>(AUTH, () =>
    import('#islands/auth/ConfirmContact.tsx').then((m) => m.AccountValidation)
  ),
  'contact-info': chunk<'contact-info'>(AUTH, () => import('#islands/auth/ConfirmContact.tsx').then((m) => m.ContactInfo)),
  'prove-identity': chunk<'prove-identity'>(AUTH, () => import('#islands/auth/proof/ProveIdentity.tsx').then((m) => m.ProveIdentity)),
  'account-notify': chunk<'account-notify'>(['account'], () =>
    import('#islands/notifications/AccountNotify.tsx').then((m) => m.AccountNotify)
  ),
  'account-deletion': chunk<'account-deletion'>(['privacy', 'auth', 'validation'], () =>
    import('#islands/account/deletion/AccountDeletion.tsx').then((m) => m.AccountDeletion)
  ),
  'item-details': chunk<'item-details'>(['product', 'validation', 'modals'], () =>
    import('#islands/products/ItemDetails.tsx').then((m) => m.ItemDetails)
  ),
  'address-search': chunk<'address-search'>(['address', 'validation'], () =>
    import('#islands/addresses/AddressSearch.tsx').then((m) => m.AddressSearch)
  ),
  'account-address': chunk<'account-address'>(['address', 'validation'], () =>
    import('#islands/addresses/AccountAddress.tsx').then((m) => m.AccountAddress)
  ),
  'who-delivers': chunk<'who-delivers'>(['reach'], () => import('#islands/catalogue/WhoDelivers.tsx').then((m) => m.WhoDelivers)),
  'please-select-address': chunk<'please-select-address'>(['address', 'validation'], () =>
    import('#islands/addresses/PleaseSelectAddress.tsx').then((m) => m.PleaseSelectAddress)
  ),
  'delivery-time': chunk<'delivery-time'>(['checkout'], () => import('#islands/checkout/DeliveryTime.tsx').then((m) => m.DeliveryTime)),
  'supplier-branches': chunk<'supplier-branches'>(['pickup', 'supplier'], () =>
    import('#islands/pickup/SupplierBranches.tsx').then((m) => m.SupplierBranches)
  ),
  'select-supplier-branch': chunk<'select-supplier-branch'>(['pickup', 'supplier'], () =>
    import('#islands/pickup/SelectBranch.tsx').then((m) => m.SelectBranch)
  ),
  'pick-up error': chunk<'pick-up error'>(['pickup'], () => import('#islands/pickup/PickupError.tsx').then((m) => m.PickupError)),
  'choose-payments': chunk<'choose-payments'>(['checkout'], () =>
    import('#islands/checkout/ChoosePayments.tsx').then((m) => m.ChoosePayments)
  ),
  'payment-method': chunk<'payment-method'>(['checkout', 'orders'], () =>
    import('#islands/checkout/PaymentMethod.tsx').then((m) => m.PaymentMethod)
  ),
  orderDetailsInfo: chunk<'orderDetailsInfo'>(['orderInfo', 'orders', 'basket'], () =>
    import('#islands/orders/details/OrderDetailsInfo.tsx').then((m) => m.OrderDetailsInfo)
  ),
  'share-tracking': chunk<'share-tracking'>(['tracking'], () => import('#islands/tracking/ShareTracking.tsx').then((m) => m.ShareTracking)),
  confirm: chunk<'confirm'>(['modals'], () => import('./Confirm.tsx').then((m) => m.Confirm)),
  warning: chunk<'warning'>(['modals'], () => import('./Notices.tsx').then((m) => m.Warning)),
  error: chunk<'error'>(['modals'], () => import('./Notices.tsx').then((m) => m.ErrorNotice)),
  success: chunk<'success'>(['modals'], () => import('./Notices.tsx').then((m) => m.Success)),
  'out-of-stock-info': chunk<'out-of-stock-info'>(['basket', 'modals'], () =>
    import('#islands/baskets/OutOfStockInfo.tsx').then((m) => m.OutOfStockInfo)
  ),
  'out-of-stock-info-details': chunk<'out-of-stock-info-details'>(['basket', 'modals'], () =>
    import('#islands/baskets/ReorderChanges.tsx').then((m) => m.ReorderChanges)
  ),
  'start-group-order': chunk<'start-group-order'>(GROUP, () =>
    import('#islands/group-orders/StartGroupOrder.tsx').then((m) => m.StartGroupOrder)
  ),
  'share-link-group-order': chunk<'share-link-group-order'>(GROUP, () =>
    import('#islands/group-orders/ShareGroupOrder.tsx').then((m) => m.ShareGroupOrder)
  ),
  ShareLinkModal: chunk<'ShareLinkModal'>(GROUP, () => import('#islands/group-orders/ShareLink.tsx').then((m) => m.ShareLink)),
  'group-order': chunk<'group-order'>([...GROUP, 'orders'], () => import('#islands/group-orders/GroupOrder.tsx').then((m) => m.GroupOrder)),
  'group-invite': chunk<'group-invite'>(GROUP, () => import('#islands/group-orders/JoinGroupOrder.tsx').then((m) => m.JoinGroupOrder)),
  'join-group-order': chunk<'join-group-order'>(GROUP, () =>
    import('#islands/group-orders/JoinGroupOrder.tsx').then((m) => m.JoinGroupOrder)
  ),
  'join-group-order-conf': chunk<'join-group-order-conf'>(GROUP, () =>
    import('#islands/group-orders/JoinGroupOrder.tsx').then((m) => m.ConfirmJoining)
  ),
  'confirm-members-readiness': chunk<'confirm-members-readiness'>(GROUP, () =>
    import('#islands/group-orders/ConfirmReadiness.tsx').then((m) => m.ConfirmReadiness)
  ),
  'order-tracking': chunk<'order-tracking'>(['orders'], () => import('#islands/orders/OrderTracking.tsx').then((m) => m.OrderTracking)),
  'order-details': chunk<'order-details'>(['orders', 'basket'], () =>
    import('#islands/orders/details/OrderDetails.tsx').then((m) => m.OrderDetails)
  ),
  'account-gift-card': chunk<'account-gift-card'>(['giftCards'], () =>
    import('#islands/gift-cards/ActivateCard.tsx').then((m) => m.ActivateCard)
  ),
  'gift-cards-history': chunk<'gift-cards-history'>(['giftCards'], () =>
    import('#islands/gift-cards/CardHistory.tsx').then((m) => m.CardHistory)
  ),
  'wallet-points-details': chunk<'wallet-points-details'>(['wallet', 'draws'], () =>
    import('#islands/wallet/PointsDetails.tsx').then((m) => m.PointsDetails)
  ),
  'visa-accumulated': chunk<'visa-accumulated'>(['wallet', 'draws'], () =>
    import('#islands/wallet/rewards/Accumulated.tsx').then((m) => m.Accumulated)
  ),
  'visa-terms': chunk<'visa-terms'>(['wallet', 'draws', 'orders'], () =>
    import('#islands/wallet/rewards/RewardTerms.tsx').then((m) => m.RewardTerms)
  ),
  'cosmo-confirm-order': chunk<'cosmo-confirm-order'>(['bookings'], () =>
    import('#islands/bookings/ConfirmService.tsx').then((m) => m.ConfirmService)
  ),
  'rate-order': chunk<'rate-order'>(['rating'], () => import('#islands/reviews/RateOrder.tsx').then((m) => m.RateOrder)),
  'rate-order-success': chunk<'rate-order-success'>(['rating'], () =>
    import('#islands/reviews/RateOrderSuccess.tsx').then((m) => m.RateOrderSuccess)
  ),
  'catalog-list': chunk<'catalog-list'>(['frame', 'catalogue'], () =>
    import('#islands/catalogue/CatalogList.tsx').then((m) => m.CatalogList)
  ),
  'category-children': chunk<'category-children'>(['listing'], () =>
    import('#islands/catalogue/CategoryChildren.tsx').then((m) => m.CategoryChildren)
  ),
  'restaurants-subcategory': chunk<'restaurants-subcategory'>(['listing'], () =>
    import('#islands/catalogue/CategoryChildren.tsx').then((m) => m.CategoryChildren)
  ),
  'restaurant-filter': chunk<'restaurant-filter'>(['listing', 'catalogue'], () =>
    import('#islands/catalogue/RestaurantFilter.tsx').then((m) => m.RestaurantFilter)
  ),
  'shop-category-filters': chunk<'shop-category-filters'>(['listing', 'catalogue'], () =>
    import('#islands/catalogue/ShopCategoryFilters.tsx').then((m) => m.ShopCategoryFilters)
  ),
  'age-confirmation': chunk<'age-confirmation'>(['confirmations'], () =>
    import('#islands/age-gate/AgeConfirmation.tsx').then((m) => m.AgeConfirmation)
  ),
  'closed-restaurant': chunk<'closed-restaurant'>(['confirmations'], () =>
    import('#islands/catalogue/ClosedSupplier.tsx').then((m) => m.ClosedSupplier)
  ),
  'restaurant-closed': chunk<'restaurant-closed'>(['confirmations'], () =>
    import('#islands/catalogue/ClosedSupplier.tsx').then((m) => m.ShutSupplier)
  ),
  'restaurants-about-to-close': chunk<'restaurants-about-to-close'>(['confirmations'], () =>
    import('#islands/catalogue/ClosedSupplier.tsx').then((m) => m.ClosesSoon)
  ),
  notify: chunk<'notify'>(['alerts', 'account'], () => import('#islands/alerts/Notify.tsx').then((m) => m.Notify)),
  'campaign-detail': chunk<'campaign-detail'>(['pages', 'collections'], () =>
    import('#islands/campaigns/CampaignDetail.tsx').then((m) => m.CampaignDetail)
  ),
  'mobile-search': chunk<'mobile-search'>(['search'], () => import('#islands/search/MobileSearch.tsx').then((m) => m.MobileSearch)),
  'shop-mobile-search': chunk<'shop-mobile-search'>(['search'], () =>
    import('#islands/search/MobileSearch.tsx').then((m) => m.ShopMobileSearch)
  ),
  navbar: chunk<'navbar'>(['modals', 'frame', 'catalogue'], () => import('./Navbar.tsx').then((m) => m.Navbar))
} satisfies { [I in ModalId]: Modal<I> }
