import type { CodeType } from '#contract/codes.ts'

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
  'DIGITAL_PRODUCTS_ORDERED_ALONE'
] as const satisfies readonly CodeType[]
