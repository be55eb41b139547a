import { sql } from 'drizzle-orm'
import type { GroupDelivery, WantedDelivery } from '#contract/group-orders/calls.ts'
import { isSlotAvailable, SLOT_MINUTES } from '#domain/time/slots.ts'
import { instantOf, MINUTE, type Instant } from '#domain/time/yerevan-time.ts'
import type { DirectorySupplier } from '#server/catalogue-memory/directory.ts'
import type { Context } from '#server/context.ts'
import { presentSlot, slotFrom } from '#server/services/baskets/delivery-times.ts'
import type { Group, GroupRow } from '#server/services/baskets/group/read-group.ts'
import { deliveryPoint } from '#server/services/baskets/location.ts'
import { slotSupplierAt } from '#server/services/baskets/pricing/price.ts'
import { readState, type AddressQuery, type StoredAddress } from '#server/services/baskets/state.ts'
import { fail } from '#server/services/core/fail.ts'

type Planned = Pick<GroupRow, 'addressId' | 'deliveryFrom'>

/** Whose address a group order is priced for and comes to: the one that was chosen, else the initiator's default. */
export const addressOf = ({ addressId, initiatorId }: Pick<GroupRow, 'addressId' | 'initiatorId'>): AddressQuery => ({
  id: addressId,
  userId: initiatorId
})

const readAddress = async (ctx: Context, address: AddressQuery): Promise<StoredAddress | null> =>
  (await readState(ctx.db, sql`false`, { address })).address

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
  const deliverer = slotSupplierAt(supplier, deliveryPoint({}, address), ctx.now())
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
  const from = deliveryFrom?.getTime()
  const deliverer = slotSupplierAt(supplier, deliveryPoint({}, address), ctx.now())
  return {
    address: address && { id: address.id, street: address.street, city: address.city },
    slot: from === undefined ? null : presentSlot({ from, to: from + SLOT_MINUTES * MINUTE }),
    isLate: isOpen && deliveryFrom !== null && (deliverer === null || slotFrom([deliverer], deliveryFrom, ctx.now()) === null)
  }
}
