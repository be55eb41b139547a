import type { Basket, BasketLocation } from '#contract/baskets/calls.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { changeBasket } from './change.ts'
import { missingLine } from './missing-line.ts'

const itemNotFound = (): never => {
  throw fail('ARTICLE_NOT_FOUND', { field: 'id' })
}

/** Removes a line of the caller's basket. ARTICLE_NOT_FOUND for any other line, ONLY_YOUR_ORDER for one of another member. */
export const removeItem = (ctx: Context, lineId: number, location: BasketLocation = {}): Promise<Basket> =>
  changeBasket(
    ctx,
    async (tx, state) => {
      if (!state.lines.some(({ id }) => id === lineId)) throw await missingLine(tx, state, lineId)
      return { removedIds: [lineId], lines: [] }
    },
    { onMissing: itemNotFound, location }
  )
