import type { NewOrder } from '#contract/orders/calls.ts'
import type { CodeType } from '#contract/codes.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { formatMoney, fromAmd } from '#domain/money.ts'
import { openStateAt } from '#domain/time/opening-hours.ts'
import { canDeliverNow, isSlotAvailable, SLOT_MINUTES } from '#domain/time/slots.ts'
import { instantOf, MINUTE, toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { minutesOf } from '#server/services/baskets/delivery-times.ts'
import type { Line } from '#server/services/baskets/pricing/price-lines.ts'
import { presentBasket } from '#server/services/baskets/present.ts'
import { isBooked, isOfAdmissions, slotSuppliers, type PricedBasket } from '#server/services/baskets/pricing/price.ts'
import { PROBLEM_CODES, problemDetails } from '#server/services/vouchers/problems.ts'
import { fail, type FailureDetails, type ServiceError } from '#server/services/core/fail.ts'

/** Returns a refusal that carries the current basket, so that the client can show the difference. */
export const refusal = (ctx: Context, basket: PricedBasket, type: CodeType, details: FailureDetails = {}): ServiceError =>
  fail(type, { ...details, data: { basket: presentBasket(ctx, basket) } })

/** Checks all rules of an order, in the order in which a person would fix them. Throws the code of the first that fails. */
export const checkOrder = (ctx: Context, basket: PricedBasket, input: NewOrder): void => {
  const refuse = (type: CodeType, details?: FailureDetails): never => {
    throw refusal(ctx, basket, type, details)
  }
  if (isBooked(basket)) refuse('ORDER_MODE_UNAVAILABLE', { field: 'orderMode', vars: { context: 'booked' } })
  if (basket.basket.version !== input.basketVersion) refuse('CHECKOUT_OUTDATED', { field: 'basketVersion' })
  for (const line of basket.lines) checkLine(ctx, line, refuse)
  checkAdmissions(basket, input, refuse)
  for (const { supplier, outOfArea, itemsPrice, minimum } of basket.entries) {
    if (outOfArea) refuse('SUPPLIER_TOO_FAR', { field: 'addressId', vars: { supplier: supplier.name[ctx.locale] } })
    if (itemsPrice < minimum)
      refuse('BELOW_MINIMUM_PURCHASE', {
        field: 'minimum',
        vars: { context: 'supplier', supplier: supplier.name[ctx.locale], minimum: formatMoney(minimum, ctx.locale) }
      })
  }
  const { applied } = basket
  if (applied?.problem) refuse(PROBLEM_CODES[applied.problem], problemDetails(ctx, applied))
  // A voucher may pay all of it.
  if (basket.totals.total + basket.totals.voucher <= 0) refuse('ORDER_HAS_NO_PRICE')
  checkTime(ctx, basket, input, refuse)
  if (basket.totals.total !== fromAmd(input.orderPrice)) refuse('CHECKOUT_OUTDATED', { field: 'orderPrice' })
}

type Refuse = (type: CodeType, details?: FailureDetails) => never

const checkLine = (ctx: Context, line: Line, refuse: Refuse): void => {
  const show = (value: number): string => formatQuantity(value, line.unitId, ctx.locale)
  const isOver = line.admissionAt !== null && line.admissionAt <= ctx.now()
  if (line.availability === 'gone' || isOver) refuse('OUT_OF_STOCK', { field: 'items' })
  if (line.availability === 'below') refuse('MORE_THAN_IN_STOCK', { field: 'items', vars: { available: show(line.stock ?? 0) } })
  if (line.quantity < line.minimum) refuse('BELOW_MINIMUM_PURCHASE', { field: 'items', vars: { minimum: show(line.minimum) } })
  // Also for a person never asked, whose basket holds what a confirmed guest put in before signing in.
  if (line.adult && !ctx.isAdult) refuse('FORBIDDEN', { field: 'isAdult' })
}

/** A show may have moved since its time was seen: its tickets have another time, at the same price. */
const checkAdmissions = ({ lines }: PricedBasket, { admissionTimes = [] }: NewOrder, refuse: Refuse): void => {
  const seen = new Map(admissionTimes.map(({ itemId, admissionAt }) => [itemId, admissionAt]))
  const hasMoved = ({ id, admissionAt }: Line) => seen.has(id) && seen.get(id) !== (admissionAt === null ? null : toIso(admissionAt))
  if (lines.some(hasMoved)) refuse('CHECKOUT_OUTDATED', { field: 'admissionTimes', vars: { context: 'admission' } })
}

const checkTime = (ctx: Context, basket: PricedBasket, input: NewOrder, refuse: Refuse): void => {
  const now = ctx.now()
  const suppliers = slotSuppliers(basket)
  if (isOfAdmissions(basket)) return input.deliveryNow ? undefined : refuse('DELIVERY_TIME_UNAVAILABLE', { field: 'deliveryTime' })
  if (input.deliveryNow) {
    if (canDeliverNow(suppliers, now)) return
    const closed = basket.entries.find(({ branch }) => !openStateAt(branch.schedule, now).open) ?? basket.entries[0]
    return refuse('SUPPLIER_CLOSED', { field: 'deliveryNow', vars: { supplier: closed?.supplier.name[ctx.locale] ?? '' } })
  }
  const { deliveryDate, deliveryTime } = input
  if (deliveryDate === undefined || deliveryTime === undefined) throw fail('BAD_REQUEST', { field: 'deliveryTime' })
  if (!isSlotAvailable(suppliers, deliveryDate, deliveryTime, now)) refuse('DELIVERY_TIME_UNAVAILABLE', { field: 'deliveryTime' })
}

/** Returns the delivery window of a checked order: the slot, or now plus the minutes of the slowest supplier. */
export const arrivalOf = (ctx: Context, basket: PricedBasket, input: NewOrder): { from: Date; to: Date } => {
  if (!input.deliveryNow && input.deliveryDate !== undefined && input.deliveryTime !== undefined) {
    const start = instantOf(input.deliveryDate, input.deliveryTime)
    return { from: new Date(start), to: new Date(start + SLOT_MINUTES * MINUTE) }
  }
  const { minutesFrom, minutesTo } = minutesOf(basket)
  return { from: new Date(ctx.now() + minutesFrom * MINUTE), to: new Date(ctx.now() + minutesTo * MINUTE) }
}
