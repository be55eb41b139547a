import type { ProductLabel } from '#domain/enums.ts'
import type { Key } from './keys.ts'

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
