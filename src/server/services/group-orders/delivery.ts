import { and, eq } from 'drizzle-orm'
import type { GroupDelivery, WantedDelivery } from '#contract/group-orders/calls.ts'
import type { Point } from '#domain/delivery.ts'
import { isSlotAvailable, slotAt, SLOT_MINUTES } from '#domain/time/slots.ts'
import { instantOf, MINUTE, type Instant } from '#domain/time/yerevan-time.ts'
import type { DirectorySupplier } from '#server/catalogue-memory/directory.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { presentSlot } from '#server/services/baskets/delivery-times.ts'
import type { Group, GroupRow } from '#server/services/baskets/group/read-group.ts'
import { slotSupplierAt } from '#server/services/baskets/pricing/price.ts'
import type { AddressQuery } from '#server/services/baskets/state.ts'
import { fail } from '#server/services/core/fail.ts'

const { addresses } = schema
type Planned = Pick<GroupRow, 'addressId' | 'deliveryFrom'>

/** Whose address a group order is priced for and comes to: the one that was chosen, else the initiator's default. */
export const addressOf = ({ addressId, initiatorId }: Pick<GroupRow, 'addressId' | 'initiatorId'>): AddressQuery => ({
  id: addressId,
  userId: initiatorId
})

type Address = Pick<typeof addresses.$inferSelect, 'id' | 'street' | 'city' | 'latitude' | 'longitude'>

const readAddress = async (ctx: Context, { id, userId }: AddressQuery): Promise<Address | null> => {
  const { street, city, latitude, longitude, defaultShippingAddress } = addresses
  const [found] = await ctx.db
    .select({ id: addresses.id, street, city, latitude, longitude })
    .from(addresses)
    .where(and(eq(addresses.userId, userId), id === null ? defaultShippingAddress : eq(addresses.id, id)))
  return found ?? null
}
const pointOf = (address: Address | null): Point | null => address && { lat: address.latitude, lng: address.longitude }

/**
 * Checks where and when a group order is to come, once its list is closed at `closesAt`. INVALID_ADDRESS, SUPPLIER_TOO_FAR,
 * DELIVERY_TIME_UNAVAILABLE; BAD_REQUEST for a date without a time.
 */
export const planDelivery = async (
  ctx: Context,
  supplier: DirectorySupplier,
  userId: number,
  { addressId, deliveryDate, deliveryTime }: WantedDelivery,
  closesAt: Instant
): Promise<Planned> => {
  const address = await readAddress(ctx, { id: addressId ?? null, userId })
  if (addressId !== undefined && !address) throw fail('INVALID_ADDRESS', { field: 'addressId' })
  const deliverer = slotSupplierAt(supplier, pointOf(address), ctx.now())
  if (addressId !== undefined && !deliverer)
    throw fail('SUPPLIER_TOO_FAR', { field: 'addressId', vars: { supplier: supplier.name[ctx.locale] } })
  const chosen = { addressId: addressId ?? null }
  if (deliveryDate === undefined && deliveryTime === undefined) return { ...chosen, deliveryFrom: null }
  if (deliveryDate === undefined || deliveryTime === undefined) throw fail('BAD_REQUEST', { field: 'deliveryTime' })
  if (!deliverer || !isSlotAvailable([deliverer], deliveryDate, deliveryTime, closesAt))
    throw fail('DELIVERY_TIME_UNAVAILABLE', { field: 'deliveryTime' })
  return { ...chosen, deliveryFrom: new Date(instantOf(deliveryDate, deliveryTime)) }
}

/** As everybody in it sees it; who is not in it, and who comes when it has ended, learns no address. */
export const presentDelivery = async (
  ctx: Context,
  group: Group,
  supplier: DirectorySupplier,
  isMember: boolean
): Promise<GroupDelivery> => {
  const { deliveryFrom, state } = group
  const isOpen = state === 'open' || state === 'locked'
  const address = isMember && isOpen ? await readAddress(ctx, addressOf(group)) : null
  const shownAddress = address && { id: address.id, street: address.street, city: address.city }
  if (!deliveryFrom) return { address: shownAddress, slot: null, isLate: false }
  const [from, now] = [deliveryFrom.getTime(), ctx.now()]
  const deliverer = isOpen ? slotSupplierAt(supplier, pointOf(address), now) : null
  return {
    address: shownAddress,
    slot: presentSlot({ from, to: from + SLOT_MINUTES * MINUTE }),
    isLate: isOpen && (deliverer === null || slotAt([deliverer], from, now) === null)
  }
}
