import type { NewOrder } from '#contract/orders/calls.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { isPaidByAll } from '#domain/orders/group-order.ts'
import type { PricedBasket } from '#server/services/baskets/pricing/price.ts'
import { fail } from '#server/services/core/fail.ts'
import type { Method } from '#server/services/payments/methods.ts'
import { requirePaysTips } from './give-tip.ts'

/**
 * Whether an order can be placed with the tip that it names: a courier brings it, and one person pays it online. CONFLICT where nobody
 * brings it, or everybody pays a share; PAYMENT_METHOD_UNAVAILABLE.
 */
export const requireTippable = ({ basket, group }: PricedBasket, { tip }: NewOrder, method: Method): void => {
  if (tip === undefined) return
  if (basket.orderMode !== ORDER_MODE.DELIVERY || (group && isPaidByAll(group)))
    throw fail('CONFLICT', { field: 'tip', vars: { context: 'tip' } })
  requirePaysTips(method)
}
