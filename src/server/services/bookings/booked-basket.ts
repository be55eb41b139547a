import { basketTotals, type BasketTotals } from '#domain/basket.ts'
import { factorOf, priceAt, type BookingRules, type Speed } from '#domain/bookings/windows.ts'
import { deliveryPrice } from '#domain/delivery.ts'
import type { Context } from '#server/context.ts'
import type { BookedLine } from '#server/db/schema/bookings.ts'
import { feeRule, type PricedBasket, type PricedEntry } from '#server/services/baskets/pricing/price.ts'
import { fail } from '#server/services/core/fail.ts'
import { pricedLines } from './booking-row.ts'

/** A basket of booked services: they come from one supplier (contract: services are ordered alone). */
export interface BookedBasket {
  entry: PricedEntry
  rules: BookingRules
}

/** BASKET_EMPTY; ORDER_MODE_UNAVAILABLE for goods, and for services that are ordered as goods are. */
export const requireBooked = (basket: PricedBasket | null): BookedBasket => {
  const [entry] = basket?.entries ?? []
  if (!entry || entry.buyable.length === 0) throw fail('BASKET_EMPTY')
  const { bookings: rules } = entry.supplier
  if (!rules) throw fail('ORDER_MODE_UNAVAILABLE', { field: 'orderMode' })
  return { entry, rules }
}

/** What the basket costs at a speed. */
export interface Estimate {
  lines: BookedLine[]
  packingPrice: number
  deliveryPrice: number
  totals: BasketTotals
}

/** null where the supplier does not offer the speed. */
export const estimateAt = ({ config }: Pick<Context, 'config'>, { entry, rules }: BookedBasket, speed: Speed): Estimate | null => {
  const factor = factorOf(rules, speed)
  if (factor === null) return null
  const lines = entry.buyable.map((line): BookedLine => ({
    productId: line.productId,
    name: line.name,
    picture: line.picture,
    unitId: line.unitId,
    quantity: line.quantity,
    bookedQuantity: line.quantity,
    unitPrice: priceAt(line.unitPrice, factor),
    baseUnitPrice: priceAt(line.baseUnitPrice, factor),
    pairs: line.pairs,
    options: line.options
  }))
  const parts = { lines: pricedLines(lines), packing: entry.packing + entry.paperBag, paperBag: 0 }
  const { items } = basketTotals([{ ...parts, delivery: 0 }], feeRule(config))
  const delivery = entry.freeDelivery ? 0 : deliveryPrice(entry.zone, items)
  return {
    lines,
    packingPrice: parts.packing,
    deliveryPrice: delivery,
    totals: basketTotals([{ ...parts, delivery }], feeRule(config))
  }
}
