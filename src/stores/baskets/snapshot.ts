import type { Basket } from '#contract/baskets/calls.ts'
import { savedStore } from '#stores/saved.ts'
import { isExactly, isListOf, isNumber, isShape, isText, type Of } from '#stores/shape.ts'
import { countOf, itemsOf, keyOfItem } from './lines.ts'
import { withChanges, type PendingLines } from './optimistic.ts'

const isSnapshot = isShape({
  version: isExactly(1),
  /** Version of the basket it shows; -1 when changes are not confirmed. */
  basketVersion: isNumber,
  count: isNumber,
  /** AMD. */
  total: isNumber,
  lines: isListOf(isShape({ key: isText, productId: isNumber, itemId: isNumber, quantity: isNumber, unitId: isNumber, name: isText }))
})
/** The last basket seen, small enough to be painted before any framework comes; page scripts read it as JSON. */
export type BasketSnapshot = Of<typeof isSnapshot>
export const EMPTY_SNAPSHOT: BasketSnapshot = { version: 1, basketVersion: 0, count: 0, total: 0, lines: [] }

const $snapshot = savedStore<BasketSnapshot>('root:basket', isSnapshot, EMPTY_SNAPSHOT)
export { $snapshot }

export const snapshotOf = (basket: Basket): BasketSnapshot => {
  const lines = itemsOf(basket).map((item) => ({
    key: keyOfItem(item),
    productId: item.productId,
    itemId: item.id,
    quantity: item.quantity,
    unitId: item.unitId,
    name: item.name
  }))
  return { version: 1, basketVersion: basket.version, count: basket.itemsCount, total: basket.orderPrice, lines }
}

/** Changes laid over what was seen last: totals wait for the server. */
const changed = (seen: BasketSnapshot, changes: PendingLines): BasketSnapshot => {
  const known = new Set(seen.lines.map(({ key }) => key))
  const added = Object.entries(changes)
    .filter(([key]) => !known.has(key))
    .map(([key, { productId, quantity, unitId = 0, name }]) => ({ key, productId, itemId: 0, quantity, unitId, name }))
  const lines = seen.lines.map((line) => ({ ...line, quantity: changes[line.key]?.quantity ?? line.quantity }))
  const left = [...lines, ...added].filter(({ quantity }) => quantity > 0)
  return { ...seen, basketVersion: -1, lines: left, count: countOf(left) }
}

/** The snapshot of what is shown: of the last answer, else of what was seen before, with the changes. */
export const snapshotWith = (confirmed: Basket | null, seen: BasketSnapshot, changes: PendingLines): BasketSnapshot => {
  const before = confirmed ? snapshotOf(withChanges(confirmed, changes)) : seen
  return Object.keys(changes).length > 0 ? changed(before, changes) : before
}
