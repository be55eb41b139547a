import type { Basket, BasketEntry, BasketItem } from '#contract/baskets/calls.ts'
import { optionsKey } from '#domain/basket.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'

/** One name for a product with its options, whatever id its line has. */
export const lineKey = (productId: number, options: readonly number[] = []): string => `${productId}:${optionsKey(options)}`
export const keyOfItem = (item: BasketItem): string => lineKey(item.productId, optionIdsOf(item))
export const optionIdsOf = ({ selectedOptions }: BasketItem): number[] => selectedOptions.map(({ id }) => id)

export const entriesOf = (basket: Basket): BasketEntry[] => basket.basketList.sessionBaskets.flatMap(({ entries }) => entries)
export const itemsOf = (basket: Basket | null): BasketItem[] => (basket ? entriesOf(basket).flatMap(({ items }) => items) : [])
export const findItem = (basket: Basket | null, key: string): BasketItem | undefined =>
  itemsOf(basket).find((item) => keyOfItem(item) === key)
/** Lines that cannot be ordered as they are. */
export const shortItems = (basket: Basket): BasketItem[] => itemsOf(basket).filter(({ availability }) => availability !== 'ok')

/** Pieces; a weighed line counts as one. */
export const countOf = (items: readonly { quantity: number; unitId: number }[]): number =>
  items.reduce((sum, { quantity, unitId }) => sum + (unitId === WEIGHED_UNIT ? 1 : quantity), 0)
