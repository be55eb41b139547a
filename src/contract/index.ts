import { account } from './account.ts'
import { auth } from './auth.ts'
import { baskets } from './baskets.ts'
import { catalogue } from './catalogue.ts'
import { credentials } from './credentials.ts'
import { favourites } from './favourites.ts'
import { geo } from './geo.ts'
import { home } from './home.ts'
import { goods } from './goods.ts'
import { info } from './info.ts'
import { notifications } from './notifications.ts'
import { orders } from './orders.ts'
import { profile } from './profile.ts'
import { reviews } from './reviews.ts'
import { search } from './search.ts'
import { signIn } from './sign-in.ts'
import { sitemap } from './sitemap.ts'

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
