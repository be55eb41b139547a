import type { Key } from '#i18n/keys.ts'
import type { IconName } from '../icons.ts'

export interface AccountPage {
  path: string
  icon: IconName
  label: Key
}

/** Pages of the account area in menu order; only implemented ones. */
export const ACCOUNT_MENU: readonly AccountPage[] = [
  { path: '/account', icon: 'user', label: 'pages:account.overview' },
  { path: '/account/personal', icon: 'profile', label: 'pages:account.personal' },
  { path: '/account/business', icon: 'briefcase', label: 'pages:account.business' },
  { path: '/account/orders', icon: 'receipt', label: 'pages:orders' },
  { path: '/account/bookings', icon: 'clock', label: 'pages:account.bookings' },
  { path: '/account/addresses', icon: 'pin', label: 'pages:addresses' },
  { path: '/account/payment', icon: 'card', label: 'pages:account.payment' },
  { path: '/account/wallet', icon: 'wallet', label: 'pages:account.wallet' },
  { path: '/account/gift-cards', icon: 'gift', label: 'pages:account.giftCards' },
  { path: '/account/tickets', icon: 'ticket', label: 'pages:account.tickets' },
  { path: '/account/notifications', icon: 'bell', label: 'pages:account.notifications' },
  { path: '/account/security', icon: 'shield', label: 'pages:account.security' },
  { path: '/account/language', icon: 'languages', label: 'pages:account.language' },
  { path: '/account/privacy', icon: 'lock', label: 'pages:account.privacy' }
]
