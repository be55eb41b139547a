import type { BranchNear } from '#contract/catalogue/branches.ts'
import { deliveryWindow, distanceKm, zoneAt, type Point } from '#domain/delivery.ts'
import { toAmd } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { pickupBranches } from '#server/catalogue-memory/pickup-branches.ts'
import { findSupplier } from './read-supplier.ts'
import { openStateOf } from './supplier-card.ts'

/** Returns the branches of a supplier, nearest first; equal distances by id (GET /suppliers/getBranchesByCoordinates/{supplierId}). */
export const branchesNear = async (ctx: Context, supplierId: number, point: Point): Promise<BranchNear[]> => {
  const supplier = await findSupplier(ctx, { id: supplierId })
  const near = supplier.branches.map((branch) => ({ branch, km: distanceKm(branch, point) }))
  near.sort((a, b) => a.km - b.km || a.branch.id - b.branch.id)
  const hands = new Set(pickupBranches(supplier).map(({ id }) => id))
  const fetched = deliveryWindow(supplier.preparationMinutes, 0)
  return near.map(({ branch, km }) => {
    const zone = zoneAt(branch.zones, km)
    const minutes = zone && deliveryWindow(supplier.preparationMinutes, zone.minutes)
    return {
      branchId: branch.id,
      city: branch.city,
      address: branch.address[ctx.locale],
      lat: branch.lat,
      lng: branch.lng,
      phone: branch.phone,
      open: openStateOf(branch.schedule, ctx.now()),
      pickup: hands.has(branch.id) ? { minutesFrom: fetched.from, minutesTo: fetched.to } : null,
      km: Math.round(km * 100) / 100,
      delivers: zone !== null,
      delivery:
        zone && minutes
          ? {
              priceFrom: toAmd(zone.price),
              freeFrom: zone.freeFrom === null ? null : toAmd(zone.freeFrom),
              minutesFrom: minutes.from,
              minutesTo: minutes.to
            }
          : null
    }
  })
}
