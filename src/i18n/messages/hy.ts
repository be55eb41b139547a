import account from './hy/account.json' with { type: 'json' }
import address from './hy/address.json' with { type: 'json' }
import alerts from './hy/alerts.json' with { type: 'json' }
import allowed from './hy/allowed.json' with { type: 'json' }
import auth from './hy/auth.json' with { type: 'json' }
import basket from './hy/basket.json' with { type: 'json' }
import bookings from './hy/bookings.json' with { type: 'json' }
import catalogue from './hy/catalogue.json' with { type: 'json' }
import checkout from './hy/checkout.json' with { type: 'json' }
import claims from './hy/claims.json' with { type: 'json' }
import codes from './hy/codes.json' with { type: 'json' }
import collections from './hy/collections.json' with { type: 'json' }
import confirmations from './hy/confirmations.json' with { type: 'json' }
import draws from './hy/draws.json' with { type: 'json' }
import favourites from './hy/favourites.json' with { type: 'json' }
import forms from './hy/forms.json' with { type: 'json' }
import frame from './hy/frame.json' with { type: 'json' }
import gallery from './hy/gallery.json' with { type: 'json' }
import cardPicture from './hy/cardPicture.json' with { type: 'json' }
import giftCards from './hy/giftCards.json' with { type: 'json' }
import group from './hy/group.json' with { type: 'json' }
import history from './hy/history.json' with { type: 'json' }
import home from './hy/home.json' with { type: 'json' }
import invoice from './hy/invoice.json' with { type: 'json' }
import listing from './hy/listing.json' with { type: 'json' }
import messages from './hy/messages.json' with { type: 'json' }
import modals from './hy/modals.json' with { type: 'json' }
import orderInfo from './hy/orderInfo.json' with { type: 'json' }
import orders from './hy/orders.json' with { type: 'json' }
import pages from './hy/pages.json' with { type: 'json' }
import paying from './hy/paying.json' with { type: 'json' }
import pickup from './hy/pickup.json' with { type: 'json' }
import privacy from './hy/privacy.json' with { type: 'json' }
import product from './hy/product.json' with { type: 'json' }
import rating from './hy/rating.json' with { type: 'json' }
import reach from './hy/reach.json' with { type: 'json' }
import receipts from './hy/receipts.json' with { type: 'json' }
import reorder from './hy/reorder.json' with { type: 'json' }
import search from './hy/search.json' with { type: 'json' }
import social from './hy/social.json' with { type: 'json' }
import states from './hy/states.json' with { type: 'json' }
import supplier from './hy/supplier.json' with { type: 'json' }
import tickets from './hy/tickets.json' with { type: 'json' }
import tracking from './hy/tracking.json' with { type: 'json' }
import validation from './hy/validation.json' with { type: 'json' }
import wallet from './hy/wallet.json' with { type: 'json' }

/** Every word of the interface, by namespace. A new file is named here, once a language. */
export const hy = {
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
