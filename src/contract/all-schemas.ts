import { accountSchemas } from './account/schemas.ts'
import { authSchemas } from './auth/schemas.ts'
import { basketsSchemas } from './baskets/schemas.ts'
import { catalogueSchemas } from './catalogue/schemas.ts'
import { credentialsSchemas } from './credentials/schemas.ts'
import { favouritesSchemas } from './favourites/schemas.ts'
import { geoSchemas } from './geo/schemas.ts'
import { homeSchemas } from './home/schemas.ts'
import { goodsSchemas } from './products/schemas.ts'
import { infoSchemas } from './info/schemas.ts'
import { notificationsSchemas } from './notifications/schemas.ts'
import { ordersSchemas } from './orders/schemas.ts'
import { profileSchemas } from './profile/schemas.ts'
import { reviewsSchemas } from './reviews/schemas.ts'
import { searchSchemas } from './search/schemas.ts'
import { signInSchemas } from './sign-in/schemas.ts'
import { sitemapSchemas } from './sitemap/schemas.ts'

/** Schemas by noun, for the reference page and tests; never imported by what a browser runs. */
export const schemas = {
  info: infoSchemas,
  goods: goodsSchemas,
  search: searchSchemas,
  catalogue: catalogueSchemas,
  home: homeSchemas,
  geo: geoSchemas,
  auth: authSchemas,
  credentials: credentialsSchemas,
  signIn: signInSchemas,
  account: accountSchemas,
  profile: profileSchemas,
  notifications: notificationsSchemas,
  favourites: favouritesSchemas,
  reviews: reviewsSchemas,
  baskets: basketsSchemas,
  orders: ordersSchemas,
  sitemap: sitemapSchemas
}
