import type { BranchLike } from '#domain/delivery.ts'
import type { Words } from '#domain/locale.ts'
import type { Cache } from '#server/cache.ts'
import type { schema } from '#server/db/schema.ts'
import type { BranchSchedule } from './branch-schedule.ts'

type SupplierRow = typeof schema.suppliers.$inferSelect
export type BrandRow = typeof schema.brands.$inferSelect
export type PropertyRow = typeof schema.properties.$inferSelect
export type CatalogRow = typeof schema.catalogs.$inferSelect
type BranchRow = typeof schema.branches.$inferSelect
export type CategoryRow = typeof schema.categories.$inferSelect

export type DirectoryBranch = BranchRow & BranchLike & { schedule: BranchSchedule }
export interface DirectorySupplier extends SupplierRow {
  /** The main branch first; never empty. */
  branches: DirectoryBranch[]
  categories: { id: number; key: string; name: Words }[]
  /** Values derived from this supplier; an import that changes it creates a new object with an empty cache. */
  cache: Cache
}
