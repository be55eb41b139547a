import account from './en/account.json' with { type: 'json' }
import address from './en/address.json' with { type: 'json' }
import alerts from './en/alerts.json' with { type: 'json' }
import allowed from './en/allowed.json' with { type: 'json' }
import auth from './en/auth.json' with { type: 'json' }
import basket from './en/basket.json' with { type: 'json' }
import bookings from './en/bookings.json' with { type: 'json' }
import catalogue from './en/catalogue.json' with { type: 'json' }
import checkout from './en/checkout.json' with { type: 'json' }
import claims from './en/claims.json' with { type: 'json' }
import codes from './en/codes.json' with { type: 'json' }
import collections from './en/collections.json' with { type: 'json' }
import confirmations from './en/confirmations.json' with { type: 'json' }
import draws from './en/draws.json' with { type: 'json' }
import favourites from './en/favourites.json' with { type: 'json' }
import forms from './en/forms.json' with { type: 'json' }
import frame from './en/frame.json' with { type: 'json' }
import gallery from './en/gallery.json' with { type: 'json' }
import cardPicture from './en/cardPicture.json' with { type: 'json' }
import giftCards from './en/giftCards.json' with { type: 'json' }
import group from './en/group.json' with { type: 'json' }
import history from './en/history.json' with { type: 'json' }
import home from './en/home.json' with { type: 'json' }
import invoice from './en/invoice.json' with { type: 'json' }
import listing from './en/listing.json' with { type: 'json' }
import messages from './en/messages.json' with { type: 'json' }
import modals from './en/modals.json' with { type: 'json' }
import orderInfo from './en/orderInfo.json' with { type: 'json' }
import orders from './en/orders.json' with { type: 'json' }
import pages from './en/pages.json' with { type: 'json' }
import paying from './en/paying.json' with { type: 'json' }
import pickup from './en/pickup.json' with { type: 'json' }
import privacy from './en/privacy.json' with { type: 'json' }
import product from './en/product.json' with { type: 'json' }
import rating from './en/rating.json' with { type: 'json' }
import reach from './en/reach.json' with { type: 'json' }
import receipts from './en/receipts.json' with { type: 'json' }
import reorder from './en/reorder.json' with { type: 'json' }
import search from './en/search.json' with { type: 'json' }
import social from './en/social.json' with { type: 'json' }
import states from './en/states.json' with { type: 'json' }
import supplier from './en/supplier.json' with { type: 'json' }
import tickets from './en/tickets.json' with { type: 'json' }
import tracking from './en/tracking.json' with { type: 'json' }
import validation from './en/validation.json' with { type: 'json' }
import wallet from './en/wallet.json' with { type: 'json' }

/** Every word of the interface, by namespace. A new file is named here, once a language. */
export const en = {
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
