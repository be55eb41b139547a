import type { Basket, BasketEntry, BasketItem } from '#contract/baskets/calls.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import { fromAmd, priceOfQuantity, toAmd } from '#domain/money.ts'
import { countOf, entriesOf, findItem, itemsOf, keyOfItem } from './lines.ts'

/** A change of one line that the server has not confirmed to this page: the quantity the line is to have, 0 when it is removed. */
export interface PendingLine {
  productId: number
  options: number[]
  quantity: number
  name: string
  /** Where it is known: a weighed line counts as one. */
  unitId?: number
}
/** By the key of their line. */
export type PendingLines = Readonly<Record<string, PendingLine>>

/** So much more of a line, which makes it the quantity: unlike a quantity, it must be sent only once. */
export interface Addition extends PendingLine {
  added: number
}
export type Additions = Readonly<Record<string, Addition>>

/** Everything that is known of the lines of the basket. */
export interface Layers {
  /** The last answer of the server. */
  confirmed: Basket | null
  /** Changes that another tab has sent and this one has not fetched yet. */
  elsewhere: PendingLines
  /** Additions on their way. */
  sending: PendingLines
  /** Additions that wait for their turn. */
  additions: PendingLines
  /** Quantities that wait for their turn, or for their answer. */
  quantities: PendingLines
}

/** The one rule of which state wins: the quantity somebody set, over an addition, over what another tab has sent, over the server's last answer. */
export const changesOf = ({ elsewhere, sending, additions, quantities }: Omit<Layers, 'confirmed'>): PendingLines => ({
  ...elsewhere,
  ...sending,
  ...additions,
  ...quantities
})

/** How much of a line is shown; undefined: nothing here knows it. */
export const quantityIn = (layers: Layers, key: string): number | undefined =>
  (changesOf(layers)[key] ?? findItem(layers.confirmed, key))?.quantity

/**
 * The basket as it will be once its changes are confirmed: lines and their sums at once, delivery and fee as they were. Shown for the moment
 * until the server answers; the amounts that count are the server's.
 */
export const withChanges = (basket: Basket, changes: PendingLines): Basket => {
  if (!itemsOf(basket).some((item) => isChanged(item, changes))) return basket
  const sessionBaskets = basket.basketList.sessionBaskets.map((session) => ({
    ...session,
    entries: session.entries.map((entry) => entryWith(entry, changes)).filter(({ items }) => items.length > 0)
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

const isChanged = (item: BasketItem, changes: PendingLines): boolean => {
  const change = changes[keyOfItem(item)]
  return change !== undefined && change.quantity !== item.quantity
}

const entryWith = (entry: BasketEntry, changes: PendingLines): BasketEntry => {
  if (!entry.items.some((item) => isChanged(item, changes))) return entry
  const items = entry.items
    .map((item) => itemWith(item, changes[keyOfItem(item)]?.quantity ?? item.quantity))
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
