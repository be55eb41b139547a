import type { nouns, NounName } from '#contract/index.ts'
import type { Kernel } from '#server/kernel.ts'
import { accountHandlers } from './account/account.ts'
import { alertsHandlers } from './account/alerts.ts'
import { applicationsHandlers } from './applications.ts'
import { authHandlers } from './auth.ts'
import { basketsHandlers } from './baskets.ts'
import { cardsHandlers } from './cards.ts'
import { catalogueHandlers } from './catalogue.ts'
import { credentialsHandlers } from './credentials.ts'
import { favouritesHandlers } from './favourites.ts'
import { geoHandlers } from './geo.ts'
import { listAdmissions } from '#server/services/orders/admissions/list-admissions.ts'
import { giftCardsHandlers } from './gift-cards.ts'
import { bookingsHandlers } from './orders/bookings.ts'
import { claimsHandlers } from './orders/claims.ts'
import { groupOrdersHandlers } from './orders/group-orders.ts'
import { homeHandlers } from './home.ts'
import { infoHandlers } from './info.ts'
import { notificationsHandlers } from './account/notifications.ts'
import { ordersHandlers } from './orders/orders.ts'
import { productsHandlers } from './products.ts'
import { profileHandlers } from './profile.ts'
import { reviewsHandlers } from './reviews.ts'
import { searchHandlers } from './search.ts'
import { signInHandlers } from './sign-in.ts'
import { sitemapHandlers } from './sitemap.ts'
import { walletHandlers } from './wallet.ts'
import type { Handlers } from './http/mount.ts'

/** Handlers of each noun's endpoints. */
export const handlersOf = (kernel: Kernel): { [N in NounName]: Handlers<(typeof nouns)[N]['calls'], (typeof nouns)[N]['schemas']> } => ({
  info: infoHandlers(kernel),
  products: productsHandlers,
  search: searchHandlers,
  catalogue: catalogueHandlers,
  home: homeHandlers(kernel),
  sitemap: sitemapHandlers(kernel),
  geo: geoHandlers,
  auth: authHandlers,
  credentials: credentialsHandlers,
  signIn: signInHandlers(kernel),
  profile: profileHandlers,
  notifications: notificationsHandlers,
  alerts: alertsHandlers,
  account: accountHandlers,
  favourites: favouritesHandlers,
  claims: claimsHandlers,
  groupOrders: groupOrdersHandlers,
  bookings: bookingsHandlers,
  reviews: reviewsHandlers,
  baskets: basketsHandlers(kernel),
  orders: ordersHandlers(kernel),
  cards: cardsHandlers,
  wallet: walletHandlers,
  admissions: { list: listAdmissions },
  giftCards: giftCardsHandlers(kernel),
  applications: applicationsHandlers
})
