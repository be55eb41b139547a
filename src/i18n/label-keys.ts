import { PRODUCT_SORTINGS, type ProductLabel } from '#domain/enums.ts'
import type { Key, Translate } from './keys.ts'

const LABELS: Record<ProductLabel, Key> = {
  new: 'product:labelNew',
  sale: 'product:labelSale',
  free_delivery: 'product:labelFreeDelivery',
  custom: 'product:labelCustom',
  gift: 'product:labelGift',
  plus_one: 'product:labelPlusOne',
  up_to_sale: 'product:labelUpToSale',
  plus_points: 'product:labelPlusPoints',
  use_points: 'product:labelUsePoints',
  pickup: 'product:labelPickup'
}

/** Message keys of a product's labels; without "sale" where a discount is shown. */
export const labelKeys = (labels: readonly ProductLabel[], discount: number): Key[] =>
  labels.filter((label) => label !== 'sale' || discount === 0).map((label) => LABELS[label])

const SORTINGS: Record<keyof typeof PRODUCT_SORTINGS, Key> = {
  recommended: 'listing:recommended',
  priceUp: 'listing:priceUp',
  priceDown: 'listing:priceDown',
  discount: 'listing:biggestDiscount',
  newest: 'listing:newest'
}

/** The sortings of a product list with their names. */
export const productSortings = (t: Translate): { id: number; name: string }[] =>
  (Object.keys(PRODUCT_SORTINGS) as (keyof typeof PRODUCT_SORTINGS)[]).map((key) => ({ id: PRODUCT_SORTINGS[key], name: t(SORTINGS[key]) }))
