import account from './ru/account.json' with { type: 'json' }
import address from './ru/address.json' with { type: 'json' }
import alerts from './ru/alerts.json' with { type: 'json' }
import allowed from './ru/allowed.json' with { type: 'json' }
import auth from './ru/auth.json' with { type: 'json' }
import basket from './ru/basket.json' with { type: 'json' }
import bookings from './ru/bookings.json' with { type: 'json' }
import catalogue from './ru/catalogue.json' with { type: 'json' }
import checkout from './ru/checkout.json' with { type: 'json' }
import claims from './ru/claims.json' with { type: 'json' }
import codes from './ru/codes.json' with { type: 'json' }
import collections from './ru/collections.json' with { type: 'json' }
import confirmations from './ru/confirmations.json' with { type: 'json' }
import draws from './ru/draws.json' with { type: 'json' }
import favourites from './ru/favourites.json' with { type: 'json' }
import forms from './ru/forms.json' with { type: 'json' }
import frame from './ru/frame.json' with { type: 'json' }
import gallery from './ru/gallery.json' with { type: 'json' }
import cardPicture from './ru/cardPicture.json' with { type: 'json' }
import giftCards from './ru/giftCards.json' with { type: 'json' }
import group from './ru/group.json' with { type: 'json' }
import history from './ru/history.json' with { type: 'json' }
import home from './ru/home.json' with { type: 'json' }
import invoice from './ru/invoice.json' with { type: 'json' }
import listing from './ru/listing.json' with { type: 'json' }
import messages from './ru/messages.json' with { type: 'json' }
import modals from './ru/modals.json' with { type: 'json' }
import orderInfo from './ru/orderInfo.json' with { type: 'json' }
import orders from './ru/orders.json' with { type: 'json' }
import pages from './ru/pages.json' with { type: 'json' }
import paying from './ru/paying.json' with { type: 'json' }
import pickup from './ru/pickup.json' with { type: 'json' }
import privacy from './ru/privacy.json' with { type: 'json' }
import product from './ru/product.json' with { type: 'json' }
import rating from './ru/rating.json' with { type: 'json' }
import reach from './ru/reach.json' with { type: 'json' }
import receipts from './ru/receipts.json' with { type: 'json' }
import reorder from './ru/reorder.json' with { type: 'json' }
import search from './ru/search.json' with { type: 'json' }
import social from './ru/social.json' with { type: 'json' }
import states from './ru/states.json' with { type: 'json' }
import supplier from './ru/supplier.json' with { type: 'json' }
import tickets from './ru/tickets.json' with { type: 'json' }
import tracking from './ru/tracking.json' with { type: 'json' }
import validation from './ru/validation.json' with { type: 'json' }
import wallet from './ru/wallet.json' with { type: 'json' }

/** Every word of the interface, by namespace. A new file is named here, once a language. */
export const ru = {
  account,
  address,
  alerts,
  allowed,
  auth,
  basket,
  bookings,
  catalogue,
  checkout,
  claims,
  codes,
  collections,
  confirmations,
  draws,
  favourites,
  forms,
  frame,
  gallery,
  cardPicture,
  giftCards,
  group,
  history,
  home,
  invoice,
  listing,
  messages,
  modals,
  orderInfo,
  orders,
  pages,
  paying,
  pickup,
  privacy,
  product,
  rating,
  reach,
  receipts,
  reorder,
  search,
  social,
  states,
  supplier,
  tickets,
  tracking,
  validation,
  wallet
}
