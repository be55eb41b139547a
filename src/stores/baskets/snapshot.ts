import type { Basket } from '#contract/baskets/calls.ts'
import { supplierPath } from '#domain/enums.ts'
import { savedStore } from '#stores/saved.ts'
import { isExactly, isListOf, isNumber, isOptional, isShape, isText, type Of } from '#stores/shape.ts'
import { countOf, itemsOf, keyOfItem } from './lines.ts'
import { basketStep, type BasketStep } from './next-step.ts'
import { withChanges, type PendingLines } from './optimistic.ts'

const isSnapshot = isShape({
  version: isExactly(1),
  /** Version of the basket; -1 while changes are not confirmed. */
  basketVersion: isNumber,
  count: isNumber,
  /** AMD. */
  total: isNumber,
  lines: isListOf(
    isShape({
      key: isText,
      productId: isNumber,
      itemId: isNumber,
      quantity: isNumber,
      unitId: isNumber,
      name: isText,
      price: isOptional(isNumber)
    })
  ),
  /** Parts of the total besides the lines. */
  fees: isOptional(isShape({ delivery: isNumber, packing: isNumber, service: isNumber })),
  /** What a supplier's minimum still needs, and the path of its page without the language. */
  below: isOptional(isShape({ supplier: isText, missing: isNumber, path: isOptional(isText) })),
  /** It belongs to a group order, which leads to the checkout. */
  group: isOptional(isExactly(true))
})
/** The last shown basket, reduced to what page scripts render before a framework is loaded; they read it as JSON. */
export type BasketSnapshot = Of<typeof isSnapshot>
export const EMPTY_SNAPSHOT: BasketSnapshot = {
  version: 1,
  basketVersion: 0,
  count: 0,
  total: 0,
  lines: [],
  fees: undefined,
  below: undefined,
  group: undefined
}

const $snapshot = savedStore<BasketSnapshot>('root:basket', isSnapshot, EMPTY_SNAPSHOT)
export { $snapshot }

export const snapshotOf = (basket: Basket): BasketSnapshot => {
  const lines = itemsOf(basket).map((item) => ({
    key: keyOfItem(item),
    productId: item.productId,
    itemId: item.id,
    quantity: item.quantity,
    unitId: item.unitId,
    name: item.name,
    price: item.totalPrice
  }))
  const step = basketStep(basket)
  const inGroup = basket.type !== 'user'
  return {
    version: 1,
    basketVersion: basket.version,
    count: basket.itemsCount,
    total: basket.orderPrice,
    lines,
    fees: { delivery: basket.deliveryPrice.total, packing: basket.totalPacking, service: basket.totalServiceFee },
    below: step.kind === 'minimum' && !inGroup ? belowMinimum(step) : undefined,
    group: inGroup || undefined
  }
}

const belowMinimum = ({ entry, missing }: Extract<BasketStep, { kind: 'minimum' }>): BasketSnapshot['below'] => {
  const { name, kind, alias } = entry.supplier
  return { supplier: name, missing, path: supplierPath(kind, alias) }
}

/** Applies pending lines to a snapshot; the totals wait for the server. */
const withPendingLines = (previous: BasketSnapshot, changes: PendingLines): BasketSnapshot => {
  const existingKeys = new Set(previous.lines.map(({ key }) => key))
  const added = Object.entries(changes)
    .filter(([key]) => !existingKeys.has(key))
    .map(([key, { productId, quantity, unitId = 0, name }]) => ({ key, productId, itemId: 0, quantity, unitId, name, price: undefined }))
  const lines = previous.lines.map((line) => {
    const quantity = changes[line.key]?.quantity ?? line.quantity
    const price = line.price && Math.round((line.price * quantity) / (line.quantity || 1))
    return { ...line, quantity, price }
  })
  const remaining = [...lines, ...added].filter(({ quantity }) => quantity > 0)
  return { ...previous, basketVersion: -1, lines: remaining, count: countOf(remaining) }
}

/** The snapshot of the shown basket: the confirmed one, else the previous snapshot, with the changes applied. */
export const snapshotWith = (confirmed: Basket | null, previous: BasketSnapshot, changes: PendingLines): BasketSnapshot => {
  const before = confirmed ? snapshotOf(withChanges(confirmed, changes)) : previous
  return Object.keys(changes).length > 0 ? withPendingLines(before, changes) : before
}
