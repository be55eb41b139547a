/** Business constants of spec section 9. */
export const PAGE = {
  listing: 24,
  suppliers: 48,
  restaurantStep: 24,
  restaurantStepOver: 30,
  restaurantStepLarge: 48,
  pendingOrders: 30,
  storeSearch: 100,
  favourites: 200,
  filter: 21,
  quick: 15,
  history: 20
} as const
/** Reviews of a supplier: a page of them, the most at once, and what its own page begins with. */
export const REVIEWS = { page: 10, most: 48, first: 3 } as const
/** No list answers more than this at once, whatever the caller asks for. */
export const TAKE_CAP = 200
/** Kinds of properties a market may have: a bit each in the memory of lists. */
export const MAX_PROPERTIES = 31
/** A list is counted exactly up to here; beyond, it says "10,000+". */
export const MAX_COUNTED = 10_000

export const ANONYMOUS_COOKIE = 'buy_anonymous_id'
export const ANONYMOUS_COOKIE_DAYS = 356
export const LOCALE_COOKIE = 'buy_locale'
export const ACCESS_COOKIE = 'buy_access_token'
export const ADULT_COOKIE = 'buy_is_adult'
export const COUNTRY_ID = 57
export const STATE_ID = 57
export const DEFAULT_ZIP = '0001'
export const DEFAULT_FLOOR = 0
export const CODE_LENGTH = 6
/** Suppliers that add a paper bag to every order (spec section 9). */
export const PAPER_BAG_SUPPLIERS: readonly number[] = [1608, 902, 1528, 1687]
/** Largest quantity of one line: pieces, or hundredths of a kilogram for weighed goods. */
export const MAX_QUANTITY = 9_999

/** Longest body of a call, in bytes; more is refused with PAYLOAD_TOO_LARGE. */
export const MAX_BODY_BYTES = 64 * 1024
