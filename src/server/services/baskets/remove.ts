import type { Basket, BasketLocation } from '#contract/baskets/calls.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { changeBasket } from './change.ts'
import { missingLine } from './missing-line.ts'

const itemNotFound = (): never => {
  throw fail('ARTICLE_NOT_FOUND', { field: 'id' })
}

/**
 * Removes a line of the caller's basket; the initiator of a group order also one that somebody else chose. ARTICLE_NOT_FOUND for any other
 * line, ONLY_YOUR_ORDER for a member's of another one, GROUP_ORDER_OWNER_CANNOT_EDIT_PAID_MEMBER.
 */
export const removeItem = (ctx: Context, lineId: number, location: BasketLocation = {}): Promise<Basket> =>
  changeBasket(
    ctx,
    async (tx, state) => {
      if (!state.lines.some(({ id }) => id === lineId)) throw await missingLine(tx, state, lineId)
      return { removedIds: [lineId], lines: [] }
    },
    { onMissing: itemNotFound, location, lineId }
  )
