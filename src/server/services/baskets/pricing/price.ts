import { applyVoucher, type AppliedVoucher } from './apply-voucher.ts'
import { basketTotals, type BasketTotals, type FeeRule } from '#domain/basket.ts'
import { chooseBranch, deliveryPrice, deliveryWindow, distanceKm, zoneAt, type Point, type Zone } from '#domain/delivery.ts'
import { fromAmd, type Amount } from '#domain/money.ts'
import type { SlotSupplier } from '#domain/time/slots.ts'
import type { Instant } from '#domain/time/yerevan-time.ts'
import { ORDER_MODE, type OrderMode } from '#domain/enums.ts'
import type { Config } from '#server/config.ts'
import type { DirectoryBranch, DirectorySupplier } from '#server/catalogue-memory/directory.ts'
import { isOpenNow } from '#server/catalogue-memory/branch-schedule.ts'
import type { BasketRow } from '#server/services/baskets/owner.ts'
import { pickupBranches } from '#server/catalogue-memory/pickup-branches.ts'
import { pickupBranch } from '#server/services/baskets/pickup-branch.ts'
import { itemsPriceOf, type BasketLines, type Line } from './price-lines.ts'

/** One supplier's share of a basket. Unavailable lines are shown but cost nothing; a supplier with no other lines costs nothing either. */
export interface PricedEntry {
  supplier: DirectorySupplier
  branch: DirectoryBranch
  zone: Zone
  outOfArea: boolean
  lines: Line[]
  buyable: Line[]
  itemsPrice: Amount
  /** Something in it is delivered for nothing, and all with it. */
  freeDelivery: boolean
  packing: Amount
  paperBag: Amount
  delivery: Amount
  /** What the goods must cost at least; nothing for who fetches them. */
  minimum: Amount
  window: { from: number; to: number }
  /** The person fetches it at `branch`. */
  pickup: boolean
  /** What the other mode would cost, and when; null where the supplier does not offer it. */
  otherMode: { price: Amount; window: { from: number; to: number } } | null
}

export interface PricedBasket extends BasketLines {
  entries: PricedEntry[]
  totals: BasketTotals
  applied: AppliedVoucher | null
  /** True when no address is known, or one supplier does not reach it. */
  isEstimate: boolean
}

/** Whether gift cards are in a basket: only money from outside buys them. */
export const hasGiftCards = ({ entries }: Pick<PricedBasket, 'entries'>): boolean =>
  entries.some(({ supplier }) => supplier.kind === 'giftCard' && supplier.admissions === null)

/** Whether a basket is of tickets, which are in the account once they are paid: nothing is brought, and nobody waits for a time. */
export const isOfAdmissions = ({ entries }: Pick<PricedBasket, 'entries'>): boolean =>
  entries.some(({ supplier }) => supplier.admissions !== null)

/** Whether what is in a basket is booked, not ordered: services whose supplier takes bookings. */
export const isBooked = ({ entries }: Pick<PricedBasket, 'entries'>): boolean => entries.some(({ supplier }) => supplier.bookings !== null)

/** The mode of what is in a basket, else the one that was chosen. */
export const modeOf = (priced: PricedBasket): OrderMode => {
  if (isBooked(priced)) return ORDER_MODE.SERVICE
  return isOfAdmissions(priced) ? ORDER_MODE.ADMISSION : priced.basket.orderMode
}

const NO_ZONE: Zone = { upToKm: 0, price: 0, minutes: 0, freeFrom: null }
/** What tickets cost beside their price, and how long they take. */
const AT_ONCE = {
  ...{ zone: NO_ZONE, outOfArea: false, packing: 0, paperBag: 0, delivery: 0, minimum: 0 },
  ...{ window: { from: 0, to: 0 }, pickup: false, otherMode: null }
}

export const feeRule = (config: Config): FeeRule => ({
  percent: config.SERVICE_FEE_PERCENT,
  floor: fromAmd(config.SERVICE_FEE_FLOOR),
  cap: fromAmd(config.SERVICE_FEE_CAP)
})

/** Prices a basket at a moment for a point (null: not known yet). The only place for basket and checkout. */
export const priceBasket = (basket: BasketLines, point: Point | null, now: Instant, config: Config): PricedBasket => {
  const entries = [...Map.groupBy(basket.lines, (line) => line.supplierId)].flatMap(([supplierId, lines]) => {
    const supplier = basket.suppliers.get(supplierId)
    return supplier && supplier.branches.length > 0 ? [priceEntry(supplier, lines, basket.basket, point, now, config)] : []
  })
  // A booking has no price yet that a voucher could lower.
  const applied = basket.voucher && !isBooked({ entries }) ? applyVoucher(basket.voucher, entries, now) : null
  const totals = basketTotals(
    entries.map((entry) => ({ ...entry, lines: entry.buyable })),
    feeRule(config),
    applied?.amount ?? 0
  )
  const isEstimate = entries.some(
    ({ supplier, pickup, outOfArea }) => !pickup && supplier.admissions === null && (point === null || outOfArea)
  )
  return { ...basket, entries, totals, applied, isEstimate: entries.length === 0 ? point === null : isEstimate }
}

const priceEntry = (
  supplier: DirectorySupplier,
  lines: Line[],
  basket: BasketRow,
  point: Point | null,
  now: Instant,
  config: Config
): PricedEntry => {
  const buyable = lines.filter(({ availability }) => availability !== 'gone')
  const itemsPrice = itemsPriceOf(buyable)
  const filled = buyable.length > 0
  const freeDelivery = buyable.some((line) => line.freeDelivery)
  const goods = {
    supplier,
    lines,
    buyable,
    itemsPrice,
    freeDelivery,
    packing: filled ? supplier.packing : 0,
    paperBag: filled && supplier.paperBag ? fromAmd(config.PAPER_BAG_PRICE) : 0
  }
  if (supplier.admissions) return { ...goods, ...AT_ONCE, branch: chooseBranch(supplier.branches, null, now, isOpenNow) }
  const delivered = deliveryOf(supplier, point, now)
  const delivery = filled && !freeDelivery ? deliveryPrice(delivered.zone, itemsPrice) : 0
  const fetched = deliveryWindow(supplier.preparationMinutes, 0)
  const counter = pickupBranch(supplier, basket)
  if (counter) {
    const otherMode = delivered.outOfArea ? null : { price: delivery, window: delivered.window }
    return { ...goods, branch: counter, zone: NO_ZONE, outOfArea: false, delivery: 0, minimum: 0, window: fetched, pickup: true, otherMode }
  }
  const otherMode = basket.orderMode === ORDER_MODE.DELIVERY && pickupBranches(supplier).length > 0 ? { price: 0, window: fetched } : null
  return { ...goods, ...delivered, delivery, minimum: supplier.minimum, pickup: false, otherMode }
}

/** Which branch delivers to a point, and from which zone's price and minutes. */
const deliveryOf = (supplier: DirectorySupplier, point: Point | null, now: Instant) => {
  const branch = chooseBranch(supplier.branches, point, now, isOpenNow)
  const reached = point ? zoneAt(branch.zones, distanceKm(branch, point)) : zoneAt(branch.zones, 0)
  const zone = reached ?? branch.zones.at(-1) ?? NO_ZONE
  return { branch, zone, outOfArea: point !== null && reached === null, window: deliveryWindow(supplier.preparationMinutes, zone.minutes) }
}

/** Returns the input of the slot rules for one supplier and point, whatever a basket holds; null where it does not deliver. */
export const slotSupplierAt = (supplier: DirectorySupplier, point: Point | null, now: Instant): SlotSupplier | null => {
  const { branch, zone, outOfArea } = deliveryOf(supplier, point, now)
  if (outOfArea) return null
  return { schedule: branch.schedule, preparationMinutes: supplier.preparationMinutes, deliveryMinutes: zone.minutes }
}

/** Returns the input of the slot rules for each supplier that has something to deliver. */
export const slotSuppliers = (basket: PricedBasket): SlotSupplier[] =>
  basket.entries
    .filter(({ buyable }) => buyable.length > 0)
    .map(({ branch, supplier, zone, pickup }) => ({
      schedule: branch.schedule,
      preparationMinutes: supplier.preparationMinutes,
      deliveryMinutes: zone.minutes,
      pickup
    }))
