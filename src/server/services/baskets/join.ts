import { canJoin } from '#domain/basket.ts'
import { MAX_QUANTITY } from '#domain/constants.ts'
import { currentLines, type CurrentLine, type LineToWrite } from './lines.ts'
import { MAX_LINES } from './rules.ts'
import type { BasketState } from './state.ts'
import { replaceAll, type Change } from './write-change.ts'

/**
 * Merges lines into a basket without refusing: quantities are cut to the stock, lines beyond MAX_LINES are dropped. For incompatible
 * product families, 'replace' drops the existing lines and 'keep' the incoming ones. `state` must include the incoming products.
 */
export const planJoin = (state: BasketState, incoming: readonly Omit<CurrentLine, 'id'>[], onConflict: 'replace' | 'keep'): Change => {
  const [first] = incoming
  const current = currentLines(state)
  if (!first) return { removedIds: [], lines: [] }
  const families = current.map(({ family }) => family)
  if (canJoin(families, first.family) === 'ok') return { removedIds: [], lines: mergedLines(state, current, incoming) }
  return onConflict === 'keep' ? { removedIds: [], lines: [] } : replaceAll(state, mergedLines(state, [], incoming))
}

const mergedLines = (
  { products }: BasketState,
  current: readonly CurrentLine[],
  incoming: readonly Omit<CurrentLine, 'id'>[]
): LineToWrite[] => {
  const lines = current.map((line) => ({ ...line }))
  const written: LineToWrite[] = []
  for (const { productId, quantity, optionIds, optionsKey, family } of incoming) {
    const sameLine = lines.find((line) => line.productId === productId && line.optionsKey === optionsKey)
    if (!sameLine && lines.length >= MAX_LINES) continue
    const otherQuantity = lines.reduce((sum, line) => (line !== sameLine && line.productId === productId ? sum + line.quantity : sum), 0)
    const max = Math.min(MAX_QUANTITY, (products.get(productId)?.stock ?? Infinity) - otherQuantity)
    // A merged quantity is capped at the stock, but never below what one basket had alone; the basket then shows the shortage.
    const newQuantity = Math.max(Math.min((sameLine?.quantity ?? 0) + quantity, max), sameLine?.quantity ?? 0, sameLine ? 0 : quantity)
    if (sameLine) sameLine.quantity = newQuantity
    else lines.push({ id: 0, productId, quantity: newQuantity, optionIds, optionsKey, family })
    written.push({ productId, quantity: newQuantity, optionIds, optionsKey })
  }
  return written
}
