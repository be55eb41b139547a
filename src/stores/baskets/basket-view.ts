import type { Basket, BasketEntry, BasketItem } from '#contract/baskets/calls.ts'
import { optionsKey } from '#domain/basket.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import { fromAmd, priceOfQuantity, toAmd } from '#domain/money.ts'

/** What a person wants of one line, until the server knows it. Quantity 0: gone. */
export interface Wish {
  productId: number
  options: number[]
  quantity: number
  name: string
  /** Where it is known: a weighed line counts as one. */
  unitId?: number
}
export type Wishes = Readonly<Record<string, Wish>>

/** One name for a product with its options, whatever id its line has. */
export const lineKey = (productId: number, options: readonly number[] = []): string => `${productId}:${optionsKey(options)}`
export const keyOfItem = (item: BasketItem): string =>
  lineKey(
    item.productId,
    item.selectedOptions.map(({ id }) => id)
  )

export const entriesOf = (basket: Basket): BasketEntry[] => basket.basketList.sessionBaskets.flatMap(({ entries }) => entries)
export const itemsOf = (basket: Basket): BasketItem[] => entriesOf(basket).flatMap(({ items }) => items)
/** Lines that cannot be ordered as they are. */
export const shortItems = (basket: Basket): BasketItem[] => itemsOf(basket).filter(({ availability }) => availability !== 'ok')

/** Pieces; a weighed line counts as one. */
export const countOf = (items: readonly Pick<BasketItem, 'quantity' | 'unitId'>[]): number =>
  items.reduce((sum, { quantity, unitId }) => sum + (unitId === WEIGHED_UNIT ? 1 : quantity), 0)

/**
 * The basket as it will be when the wishes are granted: lines and their sums at once, delivery and fee as they were. Shown for the moment
 * until the server answers; the amounts that count are the server's.
 */
export const withWishes = (basket: Basket, wishes: Wishes): Basket => {
  if (!itemsOf(basket).some((item) => isChanged(item, wishes))) return basket
  const sessionBaskets = basket.basketList.sessionBaskets.map((session) => ({
    ...session,
    entries: session.entries.map((entry) => entryWith(entry, wishes)).filter(({ items }) => items.length > 0)
  }))
  const next: Basket = { ...basket, basketList: { ...basket.basketList, sessionBaskets } }
  const entries = entriesOf(next)
  const items = itemsOf(next)
  const buyable = items.filter(({ availability }) => availability !== 'gone')
  const basePrice = sum(buyable.map(({ baseTotalPrice }) => baseTotalPrice))
  const totalPrice = sum(buyable.map((item) => item.totalPrice))
  const totalPacking = sum(entries.map(({ packingPrice }) => packingPrice))
  const delivery = sum(entries.map(({ deliveryPrice }) => deliveryPrice))
  const totalServiceFee = items.length === 0 ? 0 : basket.totalServiceFee
  return {
    ...next,
    status: items.length === 0 ? 'empty' : 'fill',
    itemsCount: countOf(items),
    basePrice,
    totalPrice,
    discount: sum([basePrice, -totalPrice]),
    totalPacking,
    deliveryPrice: { ...basket.deliveryPrice, total: delivery },
    totalServiceFee,
    orderPrice: sum([totalPrice, totalPacking, delivery, totalServiceFee])
  }
}

const sum = (amounts: readonly number[]): number => toAmd(amounts.reduce((total, amd) => total + fromAmd(amd), 0))

const isChanged = (item: BasketItem, wishes: Wishes): boolean => {
  const wish = wishes[keyOfItem(item)]
  return wish !== undefined && wish.quantity !== item.quantity
}

const entryWith = (entry: BasketEntry, wishes: Wishes): BasketEntry => {
  if (!entry.items.some((item) => isChanged(item, wishes))) return entry
  const items = entry.items
    .map((item) => itemWith(item, wishes[keyOfItem(item)]?.quantity ?? item.quantity))
    .filter(({ quantity }) => quantity > 0)
  const itemsPrice = sum(items.filter(({ availability }) => availability !== 'gone').map(({ totalPrice }) => totalPrice))
  return { ...entry, items, itemsPrice, missingToMinimum: Math.max(0, sum([entry.minimum, -itemsPrice])) }
}

const itemWith = (item: BasketItem, quantity: number): BasketItem => {
  if (quantity === item.quantity) return item
  const priced = (unit: number): number => toAmd(priceOfQuantity(fromAmd(unit), quantity, item.unitId === WEIGHED_UNIT))
  const baseUnit = item.totalPrice > 0 ? (item.price * item.baseTotalPrice) / item.totalPrice : item.price
  return { ...item, quantity, totalPrice: priced(item.price), baseTotalPrice: priced(Math.max(item.price, baseUnit)) }
}
