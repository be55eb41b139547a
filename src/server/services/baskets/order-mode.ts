import type { OrderModeState } from '#contract/baskets/calls.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import { changeBasket } from './change.ts'
import { isOwnedBy, ownerOf } from './owner.ts'

const DELIVERY: OrderModeState = { orderMode: ORDER_MODE.DELIVERY, branchId: null, supplierId: null }

/** Returns the mode: delivery, pickup or service. Delivery when the caller has no basket. */
export const readOrderMode = async (ctx: Context): Promise<OrderModeState> => {
  const { baskets } = schema
  const [row] = await ctx.db
    .select({ orderMode: baskets.orderMode, branchId: baskets.branchId, supplierId: baskets.supplierId })
    .from(baskets)
    .where(isOwnedBy(ownerOf(ctx)))
  return row ?? DELIVERY
}

/** Sets the mode. Only delivery is offered: any other fails with ORDER_MODE_UNAVAILABLE (409) and changes nothing. */
export const setOrderMode = async (ctx: Context, mode: number): Promise<OrderModeState> => {
  if (mode !== ORDER_MODE.DELIVERY) throw fail('ORDER_MODE_UNAVAILABLE', { field: 'orderMode' })
  const current = await readOrderMode(ctx)
  if (current.orderMode !== mode) await changeBasket(ctx, () => ({ removedIds: [], lines: [], mode: DELIVERY }))
  return DELIVERY
}
