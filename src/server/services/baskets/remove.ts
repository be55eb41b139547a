import type { Basket, BasketLocation } from '#contract/baskets/calls.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { changeBasket } from './change.ts'

const itemNotFound = (): never => {
  throw fail('ARTICLE_NOT_FOUND', { field: 'id' })
}

/** Removes a line of the caller's basket. ARTICLE_NOT_FOUND for any other line. */
export const removeItem = (ctx: Context, lineId: number, location: BasketLocation = {}): Promise<Basket> =>
  changeBasket(ctx, (_, { lines }) => (lines.some(({ id }) => id === lineId) ? { removedIds: [lineId], lines: [] } : itemNotFound()), {
    onMissing: itemNotFound,
    location
  })
