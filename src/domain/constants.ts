/** Business constants of spec section 9. */
/** Reviews of a supplier: page size, limit per request, and number on the supplier's page. */
export const REVIEWS = { page: 10, most: 48, first: 3 } as const
/** Limit of items per list request. */
export const TAKE_CAP = 200
/** Limit of properties in a market: each needs a bit in the product lists. */
export const MAX_PROPERTIES = 31
/** Lists are counted exactly up to here; above, "10,000+" is shown. */
export const MAX_COUNTED = 10_000

export const ANONYMOUS_COOKIE = 'buy_anonymous_id'
export const ANONYMOUS_COOKIE_DAYS = 356
export const LOCALE_COOKIE = 'buy_locale'
/** Key of the city that was chosen, or of the delivery address. */
export const CITY_COOKIE = 'buy_city'
export const ACCESS_COOKIE = 'buy_access_token'
export const ADULT_COOKIE = 'buy_is_adult'
/** City shown to visitors who chose none: key of a city of the market. */
export const DEFAULT_CITY = 'yerevan'
export const COUNTRY_ID = 57
export const STATE_ID = 57
export const DEFAULT_ZIP = '0001'
export const DEFAULT_FLOOR = 0
export const CODE_LENGTH = 6
/** Suppliers that add a paper bag to every order (spec section 9). */
export const PAPER_BAG_SUPPLIERS: readonly number[] = [1608, 902, 1528, 1687]
/** Maximum quantity of one line: pieces, or hundredths of a kilogram for weighed products. */
export const MAX_QUANTITY = 9_999

/** Maximum body size of a call, in bytes; more is refused with PAYLOAD_TOO_LARGE. */
export const MAX_BODY_BYTES = 64 * 1024

/** Element of a supplier's page with its menu: where a basket below the minimum leads. */
export const MENU_ID = 'all-products'
