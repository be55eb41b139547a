import type { Family } from '#domain/enums.ts'
import type { BasketState } from './state.ts'

/** A line of a basket as the rules for adding need it. */
export interface CurrentLine {
  id: number
  productId: number
  quantity: number
  optionIds: number[]
  optionsKey: string
  family: Family
}

/** A line with its new quantity. */
export interface LineToWrite {
  productId: number
  quantity: number
  optionIds: number[]
  optionsKey: string
}

export const currentLines = ({ lines, products }: BasketState): CurrentLine[] =>
  lines.flatMap(({ id, productId, quantity, optionIds, optionsKey }) => {
    const family = products.get(productId)?.family
    return family ? [{ id, productId, quantity, optionIds, optionsKey, family }] : []
  })
