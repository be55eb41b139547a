import type { Basket, ItemQuantity } from '#contract/baskets.ts'
import { optionsKey } from '#domain/basket.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { changeBasket } from './change.ts'
import { deleteLine, heldLines, writeLines } from './held.ts'
import { requireQuantity } from './rules.ts'
import { findWanted } from './wanted.ts'

const missing = (): never => {
  throw fail('ARTICLE_NOT_FOUND', { field: 'id' })
}

/**
 * Sets the quantity of a line, and its options when they are named; a line that becomes the same as another joins it.
 * Codes: 422, 456, 438, 400 (options).
 */
export const setQuantity = (ctx: Context, lineId: number, { quantity, selectedOptions }: ItemQuantity): Promise<Basket> =>
  changeBasket(
    ctx,
    async (tx, basket) => {
      const held = await heldLines(tx, basket.id)
      const line = held.find(({ id }) => id === lineId) ?? missing()
      const optionIds = selectedOptions ?? line.optionIds
      const [wanted] = await findWanted({ ...tx, isAdult: true }, [{ productId: line.productId, quantity, selectedOptions: optionIds }])
      if (!wanted) return missing()
      const key = optionsKey(optionIds)
      const twin = held.find(({ id, productId, optionsKey: other }) => id !== lineId && productId === line.productId && other === key)
      const total = quantity + (twin?.quantity ?? 0)
      const elsewhere = held
        .filter(({ id, productId }) => productId === line.productId && id !== lineId && id !== twin?.id)
        .reduce((sum, other) => sum + other.quantity, 0)
      requireQuantity(tx, wanted.product, total, elsewhere)
      if (key !== line.optionsKey) await deleteLine(tx, basket.id, lineId)
      await writeLines(tx, basket.id, basket.userId, [
        { productId: line.productId, quantity: total, optionIds: wanted.optionIds, optionsKey: key }
      ])
    },
    { whenMissing: missing }
  )
