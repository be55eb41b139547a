import { checkQuantity, optionsKey, quantityStep, validateOptions, type OptionGroup } from './basket.ts'
import { MAX_QUANTITY } from './constants.ts'

export interface OrderedLine {
  productId: number
  quantity: number
  optionIds: readonly number[]
}
/** A product as it is sold now. */
export interface SoldProduct {
  minimum: number
  stock: number | null
  weighed: boolean
  groups: readonly OptionGroup[]
}
export interface ReorderedLine<L extends OrderedLine> {
  line: L
  /** How much of it the basket has in the end; 0: it is left out. */
  inBasket: number
  /** How much is added to what the basket has already. */
  added: number
  /** The chosen options that are still offered. */
  optionIds: number[]
}

const keyOf = (productId: number, optionIds: readonly number[]): string => `${productId}/${optionsKey([...optionIds])}`

/**
 * Fits the lines of an order to what is sold now: the basket has each of them at least as it was ordered, or as much as there is. What the
 * basket has already counts, so that a second call adds nothing. `current`: the lines of the basket.
 */
export const planReorder = <L extends OrderedLine>(
  lines: readonly L[],
  productOf: (productId: number) => SoldProduct | null,
  current: readonly OrderedLine[]
): ReorderedLine<L>[] => {
  const held = new Map<string, OrderedLine>()
  for (const line of current) held.set(keyOf(line.productId, line.optionIds), line)
  /** Wanted of a line of the basket by all lines of the order that end in it. */
  const wanted = new Map<string, number>()
  return lines.map((line) => {
    const product = productOf(line.productId)
    const offered = new Set(product?.groups.flatMap(({ values }) => values.map(({ id }) => id)))
    const optionIds = line.optionIds.filter((id) => offered.has(id))
    const leftOut = { line, inBasket: 0, added: 0, optionIds }
    if (!product || !validateOptions(product.groups, optionIds).ok) return leftOut
    const key = keyOf(line.productId, optionIds)
    const before = held.get(key)?.quantity ?? 0
    const elsewhere = [...held].reduce(
      (sum, [other, { productId, quantity }]) => (other !== key && productId === line.productId ? sum + quantity : sum),
      0
    )
    const wish = (wanted.get(key) ?? 0) + line.quantity
    wanted.set(key, wish)
    const left = product.stock === null ? MAX_QUANTITY : Math.min(MAX_QUANTITY, product.stock - elsewhere)
    const step = quantityStep(product.weighed)
    const most = wish <= left ? wish : Math.floor(left / step) * step
    const target = Math.max(before, most)
    if (target <= 0 || checkQuantity({ ...product, stock: null }, target) !== 'ok') return leftOut
    held.set(key, { productId: line.productId, quantity: target, optionIds })
    return { line, inBasket: Math.min(line.quantity, target), added: target - before, optionIds }
  })
}
