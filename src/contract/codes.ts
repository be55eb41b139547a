/**
 * The closed list of codes (spec section 8): machine name -> [number in the envelope, HTTP status].
 * Two meanings share 428 and 430; the type tells them apart. Texts are in i18n, namespace `codes`.
 */
export const CODES = {
  OK: [200, 200], // OK
  BAD_REQUEST: [400, 400], // bad request
  UNAUTHORIZED: [401, 401], // unauthorized
  FORBIDDEN: [403, 403], // forbidden
  NOT_FOUND: [404, 404], // not found
  CHANGE_MODE_TO_DELIVERY: [405, 409], // change mode to delivery or continue in pickup mode
  PROMO_RESTRICTED_DUE_TO_DISCOUNT: [406, 409], // promo code restricted due to discount
  PROMO_ALREADY_USED: [407, 409], // promo already used with same credentials
  TIMEOUT: [408, 408], // timeout
  CONFLICT: [409, 409], // conflict
  PIN_INCORRECT_OR_EXPIRED: [410, 410], // pin incorrect or expired
  EMAIL_ALREADY_USED: [411, 409], // email already used
  USER_NOT_FOUND: [412, 404], // user not found
  BASKET_NOT_FOUND: [413, 404], // basket not found
  NEED_TO_REGISTER: [414, 403], // need to register
  LOGIN_VIA_SOCIAL_OR_SET_PASSWORD: [415, 403], // must log in via social media or set password
  CHOOSE_ACCOUNT: [416, 409], // choose account
  USERNAME_OR_PASSWORD_WRONG: [417, 401], // username or password error
  SOCIAL_DATA_UNAVAILABLE: [418, 400], // cannot get social data
  USER_DEACTIVATED: [419, 403], // user deactivated
  ORDER_NOT_FOUND: [420, 404], // order not found
  SUPPLIER_NOT_FOUND: [421, 404], // supplier not found
  ARTICLE_NOT_FOUND: [422, 404], // article not found
  RATING_IMPOSSIBLE_DUE_TO_DATE: [423, 409], // rating impossible due to date
  CURRENCY_NOT_FOUND: [424, 404], // currency not found
  GROUP_ORDER_NOT_FOUND: [425, 404], // group order not found
  GROUP_ORDER_EXISTS: [426, 409], // group order exists
  GROUP_ORDER_IMPOSSIBLE_TO_JOIN: [427, 409], // group order impossible to join
  BASKET_OVERLOADED: [428, 409], // basket overloaded (on add)
  GROUP_ORDER_LIMIT_ISSUE: [428, 409], // group order limit issue (group order)
  GIFT_CARD_NOT_FOUND: [429, 404], // gift card not found
  BASKET_DONE_OVERLOADED: [430, 409], // done-overloaded (on add)
  GROUP_ORDER_ACTION_FORBIDDEN: [430, 403], // group order action forbidden (group order)
  GROUP_ORDER_AUTHORIZATION_REQUIRED: [431, 401], // group order authorization required
  GROUP_ORDER_FORBIDDEN_TO_JOIN: [432, 403], // group order forbidden to join
  BASKET_EMPTY: [433, 409], // basket empty
  GROUP_ORDER_LEAVE_FAILED: [434, 409], // failed to leave group order
  GROUP_ORDER_OTHER_SUPPLIER: [435, 409], // different supplier than group order
  EMAIL_NOT_VERIFIED: [436, 409], // email not verified
  TIN_EXISTS: [437, 409], // company tax id exists
  BELOW_MINIMUM_PURCHASE: [438, 409], // below product minimum purchase
  BRAND_NOT_FOUND: [439, 404], // brand not found
  GIFT_CARD_USED: [440, 409], // gift card used
  VOUCHER_USED: [441, 409], // voucher used
  VOUCHER_NOT_FOUND: [442, 404], // voucher not found
  VOUCHER_EXPIRED: [443, 410], // voucher expired
  VOUCHER_NOT_ALLOWED: [444, 403], // voucher not allowed to you
  GIFT_CARD_OR_VOUCHER_NOT_FOUND: [445, 404], // gift card or voucher not found
  UNABLE_TO_CANCEL_ORDER: [446, 409], // unable to cancel order
  ONE_VOUCHER_AT_A_TIME: [447, 409], // only one voucher at a time
  GIFT_CARD_EXPIRED: [448, 410], // gift card expired
  NO_GIFT_CARDS_WITH_BANK_TRANSFER: [449, 409], // no gift cards with bank transfer
  LAST_DEFAULT_ADDRESS: [450, 409], // cannot delete default address when no other addresses
  INVALID_VOUCHER_CATEGORY: [451, 400], // invalid voucher category
  RESTAURANT_CLOSED_OTHER_BRANCH: [452, 409], // some restaurants closed and cannot add from different branches
  DIFFERENT_BRANCHES: [453, 409], // cannot checkout from different branches
  ONLY_YOUR_ORDER: [454, 403], // modify only your order
  ORDER_BEING_PROCESSED: [455, 409], // order being processed
  MORE_THAN_IN_STOCK: [456, 409], // more than in stock
  NO_SUCH_USER: [457, 404], // no such user
  ADDRESS_UPDATE_IN_PROGRESS: [458, 409], // address update in progress
  CHECK_REGISTERED_PHONE: [459, 400], // check registered phone
  BANK_TRANSFER_FORBIDDEN_AT_SUPPLIER: [460, 403], // bank transfer forbidden at this supplier
  SUPPLIER_TOO_FAR: [461, 409], // supplier too far
  INVALID_ADDRESS: [462, 400], // invalid address
  NOTIFICATION_CHANNEL_NOT_FOUND: [463, 404], // notification channel not found
  PUSH_SUBSCRIPTION_NOT_FOUND: [464, 404], // firebase data not found
  TIN_TOO_SHORT: [465, 400], // tax id at least 8 characters
  DELIVERY_TIME_UNAVAILABLE: [466, 409], // delivery time unavailable
  PHONE_ALREADY_USED: [467, 409], // phone already used
  JOINING_EMPTIES_CART: [468, 409], // joining empties cart
  ORDER_HAS_NO_PRICE: [469, 409], // order has no price
  OTHER_SUPPLIER: [470, 409], // basket has items from another supplier, create new order?
  GROUP_ORDER_PAID_MEMBER_CANNOT_EDIT: [471, 409], // group order paid-member rule (reading: a member who paid cannot edit own items)
  GROUP_ORDER_PAID_MEMBER_CANNOT_LEAVE: [472, 409], // group order paid-member rule (reading: a member who paid cannot leave)
  GROUP_ORDER_OWNER_CANNOT_EDIT_PAID_MEMBER: [473, 409], // group order paid-member rule (reading: the initiator cannot edit a member who paid)
  GROUP_ORDER_OWNER_CANNOT_REMOVE_PAID_MEMBER: [474, 409], // group order paid-member rule (reading: the initiator cannot remove a member who paid)
  GROUP_ORDER_OWNER_MUST_FINISH_FIRST: [475, 409], // group order paid-member rule (reading: an order owner must finish the own group order before joining another)
  ALREADY_PAID: [476, 409], // already paid
  CANNOT_PAY_FOR_OTHER_SUPPLIER: [477, 409], // cannot pay for other supplier
  BRAND_NOT_ACTIVE: [478, 410], // brand not active
  CORPORATE_WALLET_UNAVAILABLE: [479, 409], // corporate wallet or bank transfer unavailable (reading: corporate wallet unavailable)
  BANK_TRANSFER_UNAVAILABLE: [480, 409], // corporate wallet or bank transfer unavailable (reading: bank transfer unavailable)
  B2B_ORDER_FORBIDDEN: [481, 403], // corporate wallet or bank transfer unavailable (reading: business (B2B) order forbidden)
  CARD_BUSY_WITH_ORDER: [482, 409], // wait for current order before removing card
  DIGITAL_PRODUCTS_ORDERED_ALONE: [483, 409], // cart items cannot be ordered together (digital products)
  PAYMENT_METHOD_UNAVAILABLE: [484, 409], // cannot pay with selected method
  CARD_UNBIND_FAILED: [554, 503], // card payment provider failure: unbind
  CARD_REGISTRATION_FAILED: [555, 503], // card payment provider failure: registration
  CARD_PAYMENT_FAILED: [556, 503], // card payment provider failure: payment
  CARD_REFUND_FAILED: [557, 503], // card payment provider failure: refund
  CARD_BINDING_FAILED: [558, 503], // card payment provider failure: binding
  CARD_ALREADY_BOUND: [559, 503], // card payment provider failure: card already bound
  FAST_PAYMENT_REGISTRATION_FAILED: [571, 503], // fast-payment registration failed
  PAYMENT_FAILED: [580, 503], // payment failed
  ORDER_STATUS_UNAVAILABLE: [611, 503], // failed to get order status
  RESTAURANTS_OR_SHOPS_ONLY: [700, 409], // basket must be all restaurants or all other shops
  GROUP_ORDER_RESTAURANTS_ONLY: [701, 409], // group order only restaurant products
  LEAVE_GROUP_ORDER_FOR_SERVICE: [702, 409], // leave group order to order from a service
  CUSTOM: [999, 409], // custom
  // Codes of our own, numbered like the spec's.
  PASSWORD_UNCHANGED: [409, 409], // the new password is the one there is
  TOO_MANY_REQUESTS: [429, 429], // told apart from 429 "gift card not found" by its type
  SMS_LIMIT_REACHED: [429, 429], // no more SMS to this number today, or to anybody this hour: `data.retryAfter`, mail goes on
  CHALLENGE_REQUIRED: [429, 429], // a limit shared with others is full: solve the puzzle in `data` and repeat the call
  PROOF_REQUIRED: [403, 403], // a fresh proof of an own contact or the password is asked for first
  PASSWORD_TOO_COMMON: [400, 400], // the rule is met, but it is among the first ones anybody tries
  AGE_AGAINST_BIRTH_DATE: [409, 409], // an adult by the answer, and a child by the birth date of the profile
  PAYLOAD_TOO_LARGE: [400, 413], // body over the limit
  METHOD_NOT_ALLOWED: [405, 405], // known path, other method
  IDEMPOTENCY_KEY_REUSED: [409, 422], // same key, other content
  CHECKOUT_OUTDATED: [409, 409], // "Checkout data outdated": price, stock or slot changed since it was shown
  TOO_MANY_UNPAID_ORDERS: [409, 409], // a person, or new accounts together, hold enough stock in orders that are neither paid nor accepted
  TOO_MANY_OPEN_ORDERS: [409, 409], // a person's orders to be paid on delivery that nobody has begun are enough already
  SUPPLIER_CLOSED: [409, 409], // closed now, preorder possible
  OUT_OF_STOCK: [456, 409], // none left at all
  RATING_TOO_EARLY: [409, 409], // rated before it was delivered
  ALREADY_RATED: [409, 409], // rated twice
  TEXT_WITH_CONTACTS: [400, 400], // phone numbers, addresses and links in a review or on a gift card
  CLAIM_TOO_EARLY: [409, 409], // said what was wrong before it was delivered
  CLAIM_TOO_LATE: [409, 409], // later than 14 days after that
  PHOTO_NOT_FOUND: [404, 404], // not kept (any more), or its address is not valid any more
  PHOTO_UNREADABLE: [415, 415], // no JPEG, PNG or WebP, damaged, or of too many pixels
  ALREADY_CLAIMED: [409, 409], // the same line twice, or one whose money went back
  GROUP_ORDER_NOT_COMPLETED: [409, 409], // ordered before it was locked
  POINTS_NOT_AVAILABLE: [409, 409], // more points withdrawn than can be spent now
  WITHDRAWAL_UNDER_WAY: [409, 409], // a second withdrawal before the first is paid
  BOOKING_NOT_PRICED: [409, 409], // agreed to a price that is not known, or not asked for any more
  ORDER_MODE_UNAVAILABLE: [409, 409], // pickup or service asked for, only delivery is offered
  INTERNAL: [500, 500], // nobody foresaw it
  NOT_READY: [503, 503], // starting, stopping, or the database is away: readiness only
  DATABASE_AWAY: [503, 503], // the database does not answer: repeat, with the same key
  NETWORK: [503, 503] // No reply arrived: created by the client, and by an HTTP server whose remote API does not answer.
} as const satisfies Record<string, readonly [number, number]>

export type CodeType = keyof typeof CODES
export const codeNumber = (type: CodeType): number => CODES[type][0]
export const httpStatus = (type: CodeType): number => CODES[type][1]
export const isCodeType = (value: string): value is CodeType => Object.hasOwn(CODES, value)
