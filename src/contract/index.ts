import * as account from './account/calls.ts'
import * as auth from './auth/calls.ts'
import * as baskets from './baskets/calls.ts'
import * as catalogue from './catalogue/calls.ts'
import * as credentials from './credentials/calls.ts'
import * as favourites from './favourites/calls.ts'
import * as geo from './geo/calls.ts'
import * as home from './home/calls.ts'
import * as goods from './products/calls.ts'
import * as info from './info/calls.ts'
import * as notifications from './notifications/calls.ts'
import * as orders from './orders/calls.ts'
import * as profile from './profile/calls.ts'
import * as reviews from './reviews/calls.ts'
import * as search from './search/calls.ts'
import * as signIn from './sign-in/calls.ts'
import * as sitemap from './sitemap/calls.ts'

/** Every operation of the marketplace, by noun; `endpointsOf` lists those of one. */
export const contract = {
  info,
  goods,
  search,
  catalogue,
  home,
  geo,
  auth,
  credentials,
  signIn,
  profile,
  notifications,
  account,
  baskets,
  orders,
  favourites,
  reviews,
  sitemap
}
