import type { Basket, BasketEntry, BasketItem } from '#contract/baskets/calls.ts'
import { optionsKey } from '#domain/basket.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'

/** The key of a product with its options, independent of the id of its line. */
export const lineKey = (productId: number, options: readonly number[] = []): string => `${productId}:${optionsKey(options)}`
export const keyOfItem = (item: BasketItem): string => lineKey(item.productId, optionIdsOf(item))
export const optionIdsOf = ({ selectedOptions }: BasketItem): number[] => selectedOptions.map(({ id }) => id)

/** The caller's own entries: those of the other members of a group order stand in sessions of their own. */
export const entriesOf = ({ basketList }: Basket): BasketEntry[] => basketList.sessionBaskets.slice(0, 1).flatMap(({ entries }) => entries)
export const itemsOf = (basket: Basket | null): BasketItem[] => (basket ? entriesOf(basket).flatMap(({ items }) => items) : [])
export const findItem = (basket: Basket | null, key: string): BasketItem | undefined =>
  itemsOf(basket).find((item) => keyOfItem(item) === key)
/** Lines that cannot be ordered in this quantity. */
export const shortItems = (basket: Basket): BasketItem[] => itemsOf(basket).filter(({ availability }) => availability !== 'ok')

/** Whether something that another member of a group order chose cannot be ordered like this. */
export const isMembersShort = ({ basketList }: Basket): boolean =>
  basketList.sessionBaskets
    .slice(1)
    .some(({ entries }) => entries.some(({ items }) => items.some(({ availability }) => availability !== 'ok')))

/** The number of pieces; a weighed line counts as one. */
export const countOf = (items: readonly { quantity: number; unitId: number }[]): number =>
  items.reduce((sum, { quantity, unitId }) => sum + (unitId === WEIGHED_UNIT ? 1 : quantity), 0)
