import type { Amount } from '#domain/money.ts'
import { isPaidByAll } from '#domain/orders/group-order.ts'
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

/** What its initiator pays of a group order for which everybody pays; null for every other basket. */
export const ownShareOf = (priced: PricedBasket): Amount | null => {
  const { basket, group } = priced
  if (basket.type !== 'initiator' || !group || !isPaidByAll(group)) return null
  const own = group.members.findIndex(({ userId }) => userId === basket.userId)
  return sharesByMember(group, priced)[own] ?? 0
}

/** What whoever orders a basket pays of it. */
export const payableOf = (priced: PricedBasket): Amount => ownShareOf(priced) ?? priced.totals.total
