import type { Basket } from '#contract/baskets/calls.ts'
import { countOf, itemsOf, keyOfItem, type Wishes } from './basket-view.ts'
import { savedStore } from '#stores/saved.ts'
import { isExactly, isListOf, isNumber, isShape, isText, type Of } from '#stores/shape.ts'

const isMirror = isShape({
  version: isExactly(1),
  /** Version of the basket it shows; -1 when changes wait to be sent. */
  basketVersion: isNumber,
  count: isNumber,
  /** AMD. */
  total: isNumber,
  lines: isListOf(isShape({ key: isText, productId: isNumber, itemId: isNumber, quantity: isNumber, unitId: isNumber, name: isText }))
})
/** The last basket seen, small enough to be painted before any framework comes; the plain script reads it as JSON. */
export type Mirror = Of<typeof isMirror>
export const NO_MIRROR: Mirror = { version: 1, basketVersion: 0, count: 0, total: 0, lines: [] }

const $mirror = savedStore<Mirror>('root:basket', isMirror, NO_MIRROR)
export { $mirror }

export const mirrorOf = (basket: Basket): Mirror => {
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

/** Wishes laid over a mirror, when no basket has been loaded yet or a product is not in it. Totals wait for the server. */
export const mirrorWith = (mirror: Mirror, wishes: Wishes): Mirror => {
  const waiting = Object.entries(wishes)
  if (waiting.length === 0) return mirror
  const kept = mirror.lines.map((line) => ({ ...line, quantity: wishes[line.key]?.quantity ?? line.quantity }))
  const known = new Set(mirror.lines.map(({ key }) => key))
  const added = waiting
    .filter(([key]) => !known.has(key))
    .map(([key, { productId, quantity, unitId = 0, name }]) => ({ key, productId, itemId: 0, quantity, unitId, name }))
  const lines = [...kept, ...added].filter(({ quantity }) => quantity > 0)
  return { ...mirror, basketVersion: -1, lines, count: countOf(lines as never) }
}
