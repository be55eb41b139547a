import * as account from './account/calls.ts'
import { accountSchemas } from './account/schemas.ts'
import * as alerts from './alerts/calls.ts'
import { alertsSchemas } from './alerts/schemas.ts'
import * as applications from './applications/calls.ts'
import { applicationsSchemas } from './applications/schemas.ts'
import * as auth from './auth/calls.ts'
import { authSchemas } from './auth/schemas.ts'
import * as baskets from './baskets/calls.ts'
import { basketsSchemas } from './baskets/schemas.ts'
import * as bookings from './bookings/calls.ts'
import { bookingsSchemas } from './bookings/schemas.ts'
import * as cards from './cards/calls.ts'
import { cardsSchemas } from './cards/schemas.ts'
import * as catalogue from './catalogue/calls.ts'
import { catalogueSchemas } from './catalogue/schemas.ts'
import * as claims from './claims/calls.ts'
import { claimsSchemas } from './claims/schemas.ts'
import * as credentials from './credentials/calls.ts'
import { credentialsSchemas } from './credentials/schemas.ts'
import * as favourites from './favourites/calls.ts'
import { favouritesSchemas } from './favourites/schemas.ts'
import * as geo from './geo/calls.ts'
import { geoSchemas } from './geo/schemas.ts'
import * as admissions from './admissions/calls.ts'
import * as giftCards from './gift-cards/calls.ts'
import { giftCardsSchemas } from './gift-cards/schemas.ts'
import * as groupOrders from './group-orders/calls.ts'
import { groupOrdersSchemas } from './group-orders/schemas.ts'
import * as home from './home/calls.ts'
import { homeSchemas } from './home/schemas.ts'
import * as info from './info/calls.ts'
import { infoSchemas } from './info/schemas.ts'
import * as notifications from './notifications/calls.ts'
import { notificationsSchemas } from './notifications/schemas.ts'
import * as orders from './orders/calls.ts'
import { ordersSchemas } from './orders/schemas.ts'
import * as products from './products/calls.ts'
import { productsSchemas } from './products/schemas.ts'
import * as profile from './profile/calls.ts'
import { profileSchemas } from './profile/schemas.ts'
import * as reviews from './reviews/calls.ts'
import { reviewsSchemas } from './reviews/schemas.ts'
import * as search from './search/calls.ts'
import { searchSchemas } from './search/schemas.ts'
import * as signIn from './sign-in/calls.ts'
import { signInSchemas } from './sign-in/schemas.ts'
import * as sitemap from './sitemap/calls.ts'
import { sitemapSchemas } from './sitemap/schemas.ts'
import * as wallet from './wallet/calls.ts'
import { walletSchemas } from './wallet/schemas.ts'

/**
 * The only list of nouns: endpoints, and the schemas of their input. For a new noun added here the compiler requires handlers
 * (server/routes/handlers.ts). Literal paths come before those with parameters, also between nouns. Never imported by browser code.
 */
export const nouns = {
  info: { calls: info, schemas: infoSchemas },
  products: { calls: products, schemas: productsSchemas },
  search: { calls: search, schemas: searchSchemas },
  catalogue: { calls: catalogue, schemas: catalogueSchemas },
  home: { calls: home, schemas: homeSchemas },
  sitemap: { calls: sitemap, schemas: sitemapSchemas },
  geo: { calls: geo, schemas: geoSchemas },
  auth: { calls: auth, schemas: authSchemas },
  credentials: { calls: credentials, schemas: credentialsSchemas },
  signIn: { calls: signIn, schemas: signInSchemas },
  profile: { calls: profile, schemas: profileSchemas },
  notifications: { calls: notifications, schemas: notificationsSchemas },
  alerts: { calls: alerts, schemas: alertsSchemas },
  account: { calls: account, schemas: accountSchemas },
  favourites: { calls: favourites, schemas: favouritesSchemas },
  claims: { calls: claims, schemas: claimsSchemas },
  groupOrders: { calls: groupOrders, schemas: groupOrdersSchemas },
  bookings: { calls: bookings, schemas: bookingsSchemas },
  reviews: { calls: reviews, schemas: reviewsSchemas },
  baskets: { calls: baskets, schemas: basketsSchemas },
  orders: { calls: orders, schemas: ordersSchemas },
  cards: { calls: cards, schemas: cardsSchemas },
  wallet: { calls: wallet, schemas: walletSchemas },
  admissions: { calls: admissions, schemas: {} },
  giftCards: { calls: giftCards, schemas: giftCardsSchemas },
  applications: { calls: applications, schemas: applicationsSchemas }
}

export type NounName = keyof typeof nouns
/** Every operation of the marketplace, by noun; `endpointsOf` lists those of one. */
export const contract = byNoun('calls')
export const schemas = byNoun('schemas')

function byNoun<P extends 'calls' | 'schemas'>(part: P): { [N in NounName]: (typeof nouns)[N][P] } {
  return Object.fromEntries(Object.entries(nouns).map(([name, noun]) => [name, noun[part]])) as { [N in NounName]: (typeof nouns)[N][P] }
}
