import type { Basket } from '#contract/baskets/calls.ts'
import type { Context } from '#server/context.ts'
import { changeBasket } from './change.ts'
import { requireOwnSession } from './owner.ts'
import { replaceAll } from './write-change.ts'

/** Empties the basket whole. A personal basket holds nobody else's lines, so this is also what cleaning the own lines does. */
export const emptyBasket = async (ctx: Context, sessionId: string): Promise<Basket> => {
  requireOwnSession(ctx, sessionId)
  return changeBasket(ctx, (_, state) => replaceAll(state, []))
}
