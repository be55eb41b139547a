/** Enumerations of spec section 3, with its numbers. Objects, because `enum` is not erasable. */
export const SUPPLIER_TYPE = { store: 1, restaurant: 2, shop: 3, pharmacy: 4, service: 5, giftCard: 6, all: 7, brand: 8 } as const
export type SupplierKind = 'store' | 'restaurant' | 'shop' | 'pharmacy' | 'service' | 'giftCard'
export const SUPPLIER_KINDS: readonly SupplierKind[] = ['store', 'restaurant', 'shop', 'pharmacy', 'service', 'giftCard']
export const supplierKindOfType = (type: number): SupplierKind | 'all' | undefined =>
  type === SUPPLIER_TYPE.all ? 'all' : SUPPLIER_KINDS.find((kind) => SUPPLIER_TYPE[kind] === type)

/** Root of the category tree and the parent category of each kind (spec section 3). */
export const PARENT_CATEGORY = { root: 2, restaurant: 4, shop: 5, store: 6046, pharmacy: 6528, service: 7422, giftCard: 13821 } as const

/** Listing path of each kind of supplier, and the prefix of its suppliers' pages (spec section 2). */
export const LISTING_PATH: Record<SupplierKind, string> = {
  restaurant: '/restaurants',
  store: '/supermarkets',
  shop: '/shops',
  pharmacy: '/pharmacies',
  service: '/services',
  giftCard: '/gift-card'
}
export const supplierPath = (kind: SupplierKind, alias: string): string => `${LISTING_PATH[kind]}/${alias}`

/**
 * ELECTRONIC and ADMISSION are our own: gift cards sent by mail, of which nothing is prepared or delivered, and tickets, which are in the
 * account once they are paid.
 */
export const ORDER_MODE = { DELIVERY: 1, PICK_UP: 2, SERVICE: 3, ELECTRONIC: 4, ADMISSION: 6 } as const
/** Our own too: a tip for a courier. Apart, because browsers load the others. */
export const TIP_MODE = 5 as const
/** Whether an order is of something that suppliers make. */
export const isOfGoods = (mode: OrderMode): boolean => mode !== ORDER_MODE.ELECTRONIC && mode !== TIP_MODE
/** Whether somebody comes with it, or to do it. */
export const isBrought = ({ orderMode }: { orderMode: OrderMode }): boolean =>
  orderMode !== ORDER_MODE.PICK_UP && orderMode !== ORDER_MODE.ADMISSION
export type OrderMode = (typeof ORDER_MODE)[keyof typeof ORDER_MODE] | typeof TIP_MODE

export const PAYMENT_METHOD = {
  CASH: 3,
  BANK: 4,
  POS: 5,
  IDRAM: 7,
  ARCA: 8,
  GIFT_CARD: 10,
  TELCELL: 13,
  BONUS: 16,
  FAST_SHIFT: 17,
  WITHOUT_PAYMENT: 18,
  APPLE_PAY: 19
} as const
export type PaymentMethodId = (typeof PAYMENT_METHOD)[keyof typeof PAYMENT_METHOD]

export const BASKET_TYPE = { initiator: 'initiator', member: 'member', user: 'user' } as const
export type BasketType = keyof typeof BASKET_TYPE
export const ITEM_MODUS = { ARTICLE: 0, PACKING_COST: 1, VOUCHER: 2 } as const
export type ItemModus = (typeof ITEM_MODUS)[keyof typeof ITEM_MODUS]

export const PRODUCT_LABELS = [
  'new',
  'sale',
  'free_delivery',
  'custom',
  'gift',
  'plus_one',
  'up_to_sale',
  'plus_points',
  'use_points',
  'pickup'
] as const
export type ProductLabel = (typeof PRODUCT_LABELS)[number]

/** Units of sale. The spec numbers only gram (2); the others are our own. */
export const UNIT = { piece: 1, gram: 2, kg: 3, liter: 4, ml: 5, package: 6, cm: 7, meter: 8 } as const
export type UnitName = keyof typeof UNIT
export type UnitId = (typeof UNIT)[UnitName]
/** Products of this unit are weighed: priced per kilogram, quantities on the wire are hundredths of a kilogram. */
export const WEIGHED_UNIT = UNIT.gram

export const SELECTOR_TYPES = ['checkbox', 'radio', 'select'] as const
export type SelectorType = (typeof SELECTOR_TYPES)[number]

export const CLOSED_REASONS = ['close', 'holiday', 'non_working_day'] as const
export type ClosedReason = (typeof CLOSED_REASONS)[number]
export const SUPPLIER_STATUS = { open: 0, closed: 1 } as const

export const SUPPLIER_SORTINGS = {
  recommended: 7,
  mostPopular: 1,
  new: 2,
  distance: 3,
  deliveryTime: 4,
  deals: 5,
  pickedForYou: 6,
  freeDelivery: 8,
  pickUp: 9
} as const

/** Sortings of a product list; the spec gives their shape, not their ids. */
export const PRODUCT_SORTINGS = { recommended: 1, priceUp: 2, priceDown: 3, discount: 4, newest: 5 } as const
export type ProductSorting = (typeof PRODUCT_SORTINGS)[keyof typeof PRODUCT_SORTINGS]

export const PIN_TYPES = ['email', 'phone'] as const
export type ContactType = (typeof PIN_TYPES)[number]
/** Identities of spec section 3, in the order of their buttons; `openid` is a configurable provider. */
export const SIGN_IN_PROVIDERS = ['google', 'facebook', 'apple', 'openid'] as const
export type SignInProviderId = (typeof SIGN_IN_PROVIDERS)[number]
export const GENDERS = ['male', 'female', 'other'] as const
export type Gender = (typeof GENDERS)[number]
export const CURRENCIES = ['AMD', 'USD', 'RUB', 'EUR'] as const
export type Currency = (typeof CURRENCIES)[number]

/** Types of digital products (spec section 3). */
export const PRODUCT_TYPE = { giftCard: 1, ticket: 2 } as const
export type ProductType = (typeof PRODUCT_TYPE)[keyof typeof PRODUCT_TYPE]

/** Product families that may share a basket (code 700): restaurants, all other shops, services, gift cards, tickets. */
export type Family = 'restaurants' | 'shops' | 'services' | 'digital' | 'admissions'
/** The family of goods that are no tickets. */
export const familyOf = (kind: SupplierKind): Exclude<Family, 'admissions'> =>
  kind === 'restaurant' ? 'restaurants' : kind === 'service' ? 'services' : kind === 'giftCard' ? 'digital' : 'shops'

/** What a person wants when something has run out: to be called, something like it, or the order without it. */
export const RUN_OUT = ['call', 'replace', 'leaveOut'] as const
export type RunOut = (typeof RUN_OUT)[number]

/** What staff say of a customer (spec section 3): vouchers and rewards can be for some of them only. */
export const USER_CLASS = { STANDARD: 0, VIP: 1 } as const
export type UserClass = (typeof USER_CLASS)[keyof typeof USER_CLASS]
export const CUSTOMER_GROUPS = ['EK', 'H', 'T', 'C'] as const
export type CustomerGroup = (typeof CUSTOMER_GROUPS)[number]
