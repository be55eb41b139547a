import type { CodeType } from '#contract/codes.ts'

/** What a change of a basket in a group order may be refused with. */
export const IN_GROUP_CODES = [
  'GROUP_ORDER_ACTION_FORBIDDEN',
  'GROUP_ORDER_LIMIT_ISSUE',
  'GROUP_ORDER_OTHER_SUPPLIER',
  'GROUP_ORDER_RESTAURANTS_ONLY',
  'LEAVE_GROUP_ORDER_FOR_SERVICE'
] as const satisfies readonly CodeType[]

/** What adding a product may be refused with. */
export const ADD_CODES = [
  'BASKET_OVERLOADED',
  'BASKET_DONE_OVERLOADED',
  'CHANGE_MODE_TO_DELIVERY',
  'FORBIDDEN',
  'ARTICLE_NOT_FOUND',
  'MORE_THAN_IN_STOCK',
  'OUT_OF_STOCK',
  'BELOW_MINIMUM_PURCHASE',
  'OTHER_SUPPLIER',
  'RESTAURANTS_OR_SHOPS_ONLY',
  'DIGITAL_PRODUCTS_ORDERED_ALONE',
  ...IN_GROUP_CODES
] as const satisfies readonly CodeType[]
