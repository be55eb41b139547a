import { account } from './account/calls.ts'
import { auth } from './auth/calls.ts'
import { baskets } from './baskets/calls.ts'
import { catalogue } from './catalogue/calls.ts'
import { credentials } from './credentials/calls.ts'
import { favourites } from './favourites/calls.ts'
import { geo } from './geo/calls.ts'
import { home } from './home/calls.ts'
import { goods } from './products/calls.ts'
import { info } from './info/calls.ts'
import { notifications } from './notifications/calls.ts'
import { orders } from './orders/calls.ts'
import { profile } from './profile/calls.ts'
import { reviews } from './reviews/calls.ts'
import { search } from './search/calls.ts'
import { signIn } from './sign-in/calls.ts'
import { sitemap } from './sitemap/calls.ts'

/** Every operation of the marketplace, by noun. Literal paths stand before those with parameters. */
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
