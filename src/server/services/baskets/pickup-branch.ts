import { ORDER_MODE } from '#domain/enums.ts'
import type { DirectoryBranch, DirectorySupplier } from '#server/catalogue-memory/directory.ts'
import { pickupBranches } from '#server/catalogue-memory/pickup-branches.ts'
import type { BasketRow } from './owner.ts'

/** Returns the branch at which a basket's goods of this supplier are fetched; null when they are delivered. */
export const pickupBranch = (
  supplier: DirectorySupplier,
  { orderMode, branchId, supplierId }: Pick<BasketRow, 'orderMode' | 'branchId' | 'supplierId'>
): DirectoryBranch | null =>
  orderMode === ORDER_MODE.PICK_UP && supplierId === supplier.id
    ? (pickupBranches(supplier).find(({ id }) => id === branchId) ?? null)
    : null
