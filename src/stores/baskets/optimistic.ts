import type { Basket, BasketEntry, BasketItem } from '#contract/baskets/calls.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import { paidQuantity } from '#domain/basket.ts'
import { fromAmd, priceOfQuantity, toAmd } from '#domain/money.ts'
import { tierAt } from '#domain/prices/tiers.ts'
import { countOf, entriesOf, findItem, itemsOf, keyOfItem } from './lines.ts'

/** An unconfirmed change of one line: its target quantity, 0 when it is removed. */
export interface PendingLine {
  productId: number
  options: number[]
  quantity: number
  name: string
  /** Set where known; a weighed line counts as one piece. */
  unitId?: number
}
/** By line key. */
export type PendingLines = Readonly<Record<string, PendingLine>>

/** An increase of a line by `added`; `quantity` is the result. Unlike a quantity it must be sent only once. */
export interface Addition extends PendingLine {
  added: number
}
export type Additions = Readonly<Record<string, Addition>>

/** The sources of the shown quantity of a line. */
export interface Layers {
  /** The server's last response. */
  confirmed: Basket | null
  /** Changes sent by another tab, not fetched by this one yet. */
  elsewhere: PendingLines
  /** Additions in flight. */
  sending: PendingLines
  /** Queued additions. */
  additions: PendingLines
  /** Quantities queued or in flight. */
  quantities: PendingLines
}

/** Precedence of the layers: a set quantity, over an addition, over another tab's change, over the server's last response. */
export const changesOf = ({ elsewhere, sending, additions, quantities }: Omit<Layers, 'confirmed'>): PendingLines => ({
  ...elsewhere,
  ...sending,
  ...additions,
  ...quantities
})

/** The shown quantity of a line; undefined when no layer has it. */
export const quantityIn = (layers: Layers, key: string): number | undefined =>
  (changesOf(layers)[key] ?? findItem(layers.confirmed, key))?.quantity

/**
 * Applies changes to a basket: lines and their sums are recalculated, delivery and fee stay. Shown only until the server responds; the
 * server's amounts are authoritative.
 */
export const withChanges = (basket: Basket, changes: PendingLines): Basket => {
  if (!itemsOf(basket).some((item) => isChanged(item, changes))) return basket
  const sessionBaskets = basket.basketList.sessionBaskets.map((session) => ({
    ...session,
    entries: session.entries.map((entry) => entryWith(entry, changes)).filter(({ items }) => items.length > 0)
  }))
  const next: Basket = { ...basket, basketList: { ...basket.basketList, sessionBaskets } }
  // The sums of a group order are everybody's.
  if (basket.type === 'initiator') return next
  const entries = entriesOf(next)
  const items = itemsOf(next)
  const buyable = items.filter(({ availability }) => availability !== 'gone')
  const basePrice = sum(buyable.map(({ baseTotalPrice }) => baseTotalPrice))
  const totalPrice = sum(buyable.map((item) => item.totalPrice))
  const totalPacking = sum(entries.map(({ packingPrice }) => packingPrice))
  const delivery = sum(entries.map(({ deliveryPrice }) => deliveryPrice))
  const totalServiceFee = items.length === 0 ? 0 : basket.totalServiceFee
  const voucherDiscount = Math.min(basket.voucherDiscount, totalPrice)
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
    voucherDiscount,
    orderPrice: sum([totalPrice, totalPacking, delivery, totalServiceFee, -voucherDiscount])
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
  const priced = (unit: number, count: number): number => toAmd(priceOfQuantity(fromAmd(unit), count, item.unitId === WEIGHED_UNIT))
  const before = priced(item.price, item.quantity)
  const baseUnit = before > 0 ? (item.price * item.baseTotalPrice) / before : item.price
  const { price } = tierAt(item.tiers ?? [], quantity, item.unitId === WEIGHED_UNIT) ?? item
  return {
    ...item,
    ...{ quantity, price },
    totalPrice: priced(price, paidQuantity(quantity, item.pairs ?? false)),
    baseTotalPrice: priced(Math.max(price, baseUnit), quantity)
  }
}
