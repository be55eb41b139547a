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
  if (!first) return { gone: [], lines: [] }
  const kinds = current.map(({ kind }) => kind)
  if (canJoin(kinds, first.kind) === 'ok') return { gone: [], lines: joined(state, current, incoming) }
  return onConflict === 'keep' ? { gone: [], lines: [] } : replaceAll(state, joined(state, [], incoming))
}

const joined = (
  { products }: BasketState,
  current: readonly CurrentLine[],
  incoming: readonly Omit<CurrentLine, 'id'>[]
): LineToWrite[] => {
  const lines = current.map((line) => ({ ...line }))
  const written: LineToWrite[] = []
  for (const { productId, quantity, optionIds, optionsKey, kind } of incoming) {
    const twin = lines.find((line) => line.productId === productId && line.optionsKey === optionsKey)
    if (!twin && lines.length >= MAX_LINES) continue
    const others = lines.reduce((sum, line) => (line !== twin && line.productId === productId ? sum + line.quantity : sum), 0)
    const most = Math.min(MAX_QUANTITY, (products.get(productId)?.stock ?? Infinity) - others)
    // A merged quantity is capped at the stock, but never below what one basket had alone; the basket then shows the shortage.
    const sum = Math.max(Math.min((twin?.quantity ?? 0) + quantity, most), twin?.quantity ?? 0, twin ? 0 : quantity)
    if (twin) twin.quantity = sum
    else lines.push({ id: 0, productId, quantity: sum, optionIds, optionsKey, kind })
    written.push({ productId, quantity: sum, optionIds, optionsKey })
  }
  return written
}
