import { sql } from 'drizzle-orm'
import type { Slot, SuggestedTime } from '#contract/baskets/calls.ts'
import { canDeliverNow, datesWithSlots, firstSlot, slotAt, slotsOfDay, type SlotSupplier, type SlotWindow } from '#domain/time/slots.ts'
import { toIso, yerevan, type Instant } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { deliveryPoint, requestedAddress } from './location.ts'
import { isOfAdmissions, slotSupplierAt, slotSuppliers, type PricedBasket } from './pricing/price.ts'
import { pricedBasket } from './read.ts'
import { readState } from './state.ts'

interface TimeQuery {
  date?: string | undefined
  addressId?: number | undefined
}

/** Returns the suggested time: now with its minutes, or the first slot after all suppliers reopen (GET /baskets/delivery/datetime). */
export const suggestTime = async (ctx: Context, { date, addressId }: TimeQuery): Promise<SuggestedTime> => {
  const { basket, suppliers } = await deliverable(ctx, addressId)
  if (isOfAdmissions(basket)) return { ...AT_ONCE, ...minutesOf(basket) }
  const now = ctx.now()
  const today = date === undefined || date === yerevan(now).date
  const slot = date === undefined ? firstSlot(suppliers, now) : (slotsOfDay(suppliers, date, now)[0] ?? null)
  const wanted = basket.group?.deliveryFrom
  const planned = wanted ? slotAt(suppliers, wanted.getTime(), now) : null
  const fetched = suppliers.map((supplier) => ({ ...supplier, deliveryMinutes: 0, pickup: true }))
  return {
    deliveryNow: today && canDeliverNow(suppliers, now),
    ...minutesOf(basket),
    suggested: slot && presentSlot(slot),
    planned: planned && presentSlot(planned),
    suggestedInitialDate: earliest(fetched, now),
    suggestedDeliverInitialDate: earliest(suppliers, now)
  }
}

/** Tickets are there once they are paid. */
const AT_ONCE = {
  deliveryNow: true,
  suggested: null,
  planned: null,
  suggestedInitialDate: null,
  suggestedDeliverInitialDate: null
} as const

const MINUTE = 60_000
/** Now with the minutes of the slowest supplier, or the beginning of the first slot. */
const earliest = (suppliers: readonly SlotSupplier[], now: Instant): string | null => {
  const minutes = Math.max(...suppliers.map(({ preparationMinutes, deliveryMinutes }) => preparationMinutes + deliveryMinutes))
  const at = canDeliverNow(suppliers, now) ? now + minutes * MINUTE : firstSlot(suppliers, now)?.from
  return at === undefined ? null : toIso(at)
}

/**
 * Returns the slots of a day (default: today) in which all suppliers of the basket can deliver, or the one that is named, and the days that
 * have any (GET /baskets/delivery/availableDatetimes).
 */
export const availableTimes = async (
  ctx: Context,
  { date, supplierId, inMinutes = 0, ...where }: TimeQuery & { supplierId?: number | undefined; inMinutes?: number | undefined }
): Promise<{ deliveryNow: boolean; dates: string[]; slots: Slot[] }> => {
  const suppliers = supplierId === undefined ? await deliverers(ctx, where) : [await deliverer(ctx, supplierId, where)]
  if (suppliers === null) return { deliveryNow: true, dates: [], slots: [] }
  const now = ctx.now() + inMinutes * MINUTE
  return {
    deliveryNow: canDeliverNow(suppliers, now),
    dates: datesWithSlots(suppliers, now),
    slots: slotsOfDay(suppliers, date ?? yerevan(now).date, now).map(presentSlot)
  }
}

/** Of the basket; null when it is of tickets. */
const deliverers = async (ctx: Context, { addressId }: TimeQuery): Promise<SlotSupplier[] | null> => {
  const { basket, suppliers } = await deliverable(ctx, addressId)
  return isOfAdmissions(basket) ? null : suppliers
}

const deliverer = async (ctx: Context, supplierId: number, where: TimeQuery): Promise<SlotSupplier> => {
  const supplier = (await ctx.directory.read()).byId.get(supplierId)
  if (!supplier) throw fail('SUPPLIER_NOT_FOUND', { field: 'supplierId' })
  const { address } = await readState(ctx.db, sql`false`, { address: requestedAddress(ctx, where) })
  const found = slotSupplierAt(supplier, deliveryPoint(where, address), ctx.now())
  if (!found) throw fail('SUPPLIER_TOO_FAR', { field: 'addressId', vars: { supplier: supplier.name[ctx.locale] } })
  return found
}

const deliverable = async (ctx: Context, addressId: number | undefined): Promise<{ basket: PricedBasket; suppliers: SlotSupplier[] }> => {
  const basket = await pricedBasket(ctx, addressId === undefined ? {} : { addressId })
  const suppliers = basket ? slotSuppliers(basket) : []
  if (!basket || suppliers.length === 0) throw fail('BASKET_EMPTY')
  return { basket, suppliers }
}

/** Minutes until everything is delivered, as the slowest supplier needs. */
export const minutesOf = (basket: PricedBasket): { minutesFrom: number; minutesTo: number } => {
  const windows = basket.entries.filter(({ buyable }) => buyable.length > 0).map(({ window }) => window)
  return { minutesFrom: Math.max(0, ...windows.map(({ from }) => from)), minutesTo: Math.max(0, ...windows.map(({ to }) => to)) }
}

export const presentSlot = ({ from, to }: SlotWindow): Slot => {
  const { date, time } = yerevan(from)
  return { date, time, from: toIso(from), to: toIso(to) }
}
