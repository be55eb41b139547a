import type { Basket } from '#contract/baskets/calls.ts'
import type { Context } from '#server/context.ts'
import { changeBasket } from './change.ts'
import { requireOwnSession } from './owner.ts'
import { replaceAll } from './write-change.ts'

/** Empties the basket. A personal basket has no lines of other people, so cleaning one's own lines does the same. */
export const emptyBasket = async (ctx: Context, sessionId: string): Promise<Basket> => {
  await requireOwnSession(ctx, sessionId)
  return changeBasket(ctx, (_, state) => replaceAll(state, []))
}
