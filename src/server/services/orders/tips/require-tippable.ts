import type { NewOrder } from '#contract/orders/calls.ts'
import { fulfilmentOf } from '#domain/orders/fulfilment.ts'
import { isPaidByAll } from '#domain/orders/group-order.ts'
import { modeOf, type PricedBasket } from '#server/services/baskets/pricing/price.ts'
import { fail } from '#server/services/core/fail.ts'
import type { Method } from '#server/services/payments/methods.ts'
import { requirePaysTips } from './give-tip.ts'

/**
 * Whether an order can be placed with the tip that it names: a courier brings it, and one person pays it online. CONFLICT where no courier
 * brings it, or everybody pays a share; PAYMENT_METHOD_UNAVAILABLE.
 */
export const requireTippable = (priced: PricedBasket, { tip }: NewOrder, method: Method): void => {
  if (tip === undefined) return
  const { entries, group } = priced
  const suppliers = entries.map(({ supplier }) => supplier)
  if (fulfilmentOf(modeOf(priced), suppliers) !== null || (group && isPaidByAll(group)))
    throw fail('CONFLICT', { field: 'tip', vars: { context: 'tip' } })
  requirePaysTips(method)
}
