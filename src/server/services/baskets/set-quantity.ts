import type { Basket, BasketLocation, ItemQuantity } from '#contract/baskets/calls.ts'
import { optionsKey } from '#domain/basket.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { changeBasket } from './change.ts'
import { missingLine } from './missing-line.ts'
import { requireQuantity } from './rules.ts'
import { checkRequested } from './requested.ts'

const itemNotFound = (): never => {
  throw fail('ARTICLE_NOT_FOUND', { field: 'id' })
}

/**
 * Sets the quantity of a line, and its options if given; a line that becomes equal to another one is merged into it. The initiator of a group
 * order may also lower what somebody else chose.
 * Codes: 454, 422, 456, 438, 400 (options).
 */
export const setQuantity = (
  ctx: Context,
  lineId: number,
  { quantity, selectedOptions }: ItemQuantity,
  location: BasketLocation = {}
): Promise<Basket> =>
  changeBasket(
    ctx,
    async (tx, state, market) => {
      const current = state.lines
      const line = current.find(({ id }) => id === lineId)
      if (!line) throw await missingLine(tx, state, lineId)
      const optionIds = selectedOptions ?? line.optionIds
      const item = { productId: line.productId, quantity, selectedOptions: optionIds }
      const [requested] = await checkRequested({ ...tx, isAdult: true }, state, market, [item])
      if (!requested) return itemNotFound()
      const key = optionsKey(optionIds)
      const sameLine = current.find(
        ({ id, productId, optionsKey: other }) => id !== lineId && productId === line.productId && other === key
      )
      const total = quantity + (sameLine?.quantity ?? 0)
      const elsewhere = current
        .filter(({ id, productId }) => productId === line.productId && id !== lineId && id !== sameLine?.id)
        .reduce((sum, other) => sum + other.quantity, 0)
      requireQuantity(tx, requested.product, total, elsewhere)
      return {
        removedIds: key === line.optionsKey ? [] : [lineId],
        lines: [{ productId: line.productId, quantity: total, optionIds: requested.optionIds, optionsKey: key }]
      }
    },
    { onMissing: itemNotFound, location, lineId }
  )
