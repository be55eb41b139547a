import type { Amount } from '#domain/money.ts'
import { sharesOf } from '#domain/orders/shares.ts'
import { itemsPriceOf } from '#server/services/baskets/pricing/price-lines.ts'
import type { PricedBasket } from '#server/services/baskets/pricing/price.ts'
import type { Group } from './read-group.ts'

/** The share of each member, in their order. */
export const sharesByMember = ({ members }: Group, { entries, totals, applied }: PricedBasket): Amount[] => {
  const buyable = entries.flatMap((entry) => entry.buyable)
  const offDelivery = [...(applied?.deliveries.values() ?? [])].reduce((sum, amount) => sum + amount, 0)
  const choices = members.map(({ userId }) => {
    const own = buyable.filter((line) => line.userId === userId)
    return { goods: itemsPriceOf(own), voucher: own.reduce((sum, { id }) => sum + (applied?.lines.get(id) ?? 0), 0) }
  })
  return sharesOf(choices, { equally: totals.packing + totals.delivery - offDelivery, fee: totals.serviceFee })
}
