import { BranchSchedule } from '#server/catalogue-memory/branch-schedule.ts'
import { asc, inArray } from 'drizzle-orm'
import { Cache } from '#server/cache.ts'
import type { Db } from '#server/db/engine.ts'
import { schema } from '#server/db/schema.ts'
import type { DirectorySupplier } from '#server/catalogue-memory/directory.ts'

/** Returns withdrawn suppliers with all their branches, for lines and orders that still refer to them. */
export const withdrawnSuppliers = async (db: Db, ids: number[]): Promise<DirectorySupplier[]> => {
  const { suppliers, branches } = schema
  const rows = await db.select().from(suppliers).where(inArray(suppliers.id, ids))
  const branchRows = await db
    .select()
    .from(branches)
    .where(inArray(branches.supplierId, ids))
    .orderBy(asc(branches.position), asc(branches.id))
  return rows.map((row) => ({
    ...row,
    cache: new Cache(),
    categories: [],
    branches: branchRows
      .filter(({ supplierId }) => supplierId === row.id)
      .map((branch) => ({ ...branch, schedule: new BranchSchedule({ week: branch.hours, exceptions: branch.exceptions }) }))
  }))
}
