import * as account from './schema/account.ts'
import * as alerts from './schema/alerts.ts'
import * as applications from './schema/applications.ts'
import * as baskets from './schema/baskets.ts'
import * as bookings from './schema/bookings.ts'
import * as catalogue from './schema/catalogue.ts'
import * as giftCards from './schema/gift-cards.ts'
import * as home from './schema/home.ts'
import * as ledger from './schema/ledger.ts'
import * as listings from './schema/listings.ts'
import * as favourites from './schema/favourites.ts'
import * as messages from './schema/messages.ts'
import * as orderClaims from './schema/order-claims.ts'
import * as orderReviews from './schema/order-reviews.ts'
import * as payments from './schema/payments.ts'
import * as people from './schema/people.ts'
import * as rates from './schema/rates.ts'
import * as receipts from './schema/receipts.ts'
import * as replacements from './schema/replacements.ts'
import * as reviews from './schema/reviews.ts'
import * as rewards from './schema/rewards.ts'
import * as signIn from './schema/sign-in.ts'
import * as trade from './schema/trade.ts'
import * as transfers from './schema/transfers.ts'
import * as vouchers from './schema/vouchers.ts'

/** All tables, by name. */
export const schema = {
  ...account,
  ...alerts,
  ...applications,
  ...baskets,
  ...bookings,
  ...catalogue,
  ...favourites,
  ...giftCards,
  ...home,
  ...ledger,
  ...listings,
  ...messages,
  ...orderClaims,
  ...orderReviews,
  ...payments,
  ...people,
  ...rates,
  ...receipts,
  ...replacements,
  ...reviews,
  ...rewards,
  ...signIn,
  ...transfers,
  ...trade,
  ...vouchers
}
