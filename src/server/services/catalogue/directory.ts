import { and, asc, isNull, sql } from 'drizzle-orm'
import type { BranchLike } from '#domain/delivery.ts'
import type { SupplierKind } from '#domain/enums.ts'
import type { Words } from '#domain/locale.ts'
import type { Db } from '#server/db/engine.ts'
import { schema } from '#server/db/schema.ts'

type SupplierRow = typeof schema.suppliers.$inferSelect
type BranchRow = typeof schema.branches.$inferSelect
export type CategoryRow = typeof schema.categories.$inferSelect

export type DirectoryBranch = BranchRow & BranchLike
export interface DirectorySupplier extends SupplierRow {
  /** The main one first; never empty. */
  branches: DirectoryBranch[]
  categories: { id: number; key: string; name: Words }[]
}

/** All suppliers on the market, without their products: a few kilobytes each, the same for everybody. */
export interface Snapshot {
  version: number
  suppliers: DirectorySupplier[]
  byId: Map<number, DirectorySupplier>
  byAlias: Map<string, DirectorySupplier>
  byKind: Map<SupplierKind, DirectorySupplier[]>
  categories: CategoryRow[]
}

export interface Directory {
  /** The market as of at most `CHECK_MS` ago. */
  read(): Promise<Snapshot>
  /** Forces the next read to look for a change. */
  invalidate(): void
}

const CHECK_MS = 500

/** Keeps the suppliers in memory and reads them anew when an import says the catalogue changed (in whichever process). */
export const createDirectory = (db: Db): Directory => {
  let snapshot: Promise<Snapshot> | null = null
  let checkedAt = -Infinity
  let checking: Promise<void> | null = null

  const check = async (): Promise<void> => {
    const version = await catalogueVersion(db)
    const known = await snapshot?.catch(() => null)
    if (known?.version === version) return
    const next = load(db, version)
    await next
    snapshot = next
  }
  return {
    read: async () => {
      if (performance.now() - checkedAt > CHECK_MS) {
        checking ??= check().finally(() => {
          checkedAt = performance.now()
          checking = null
        })
        // A known market serves while the check runs; only the first reader waits.
        if (!snapshot || checkedAt === -Infinity) await checking
        else void checking.catch(() => undefined)
      }
      return snapshot ?? load(db, await catalogueVersion(db))
    },
    invalidate: () => void (checkedAt = -Infinity)
  }
}

/** Grows with every import that changed something. */
export const catalogueVersion = async (db: Db): Promise<number> => {
  const [row] = await db
    .select({ id: sql<number>`coalesce(max(${schema.events.id}), 0)`.mapWith(Number) })
    .from(schema.events)
    .where(sql`${schema.events.kind} = 'catalogue.changed'`)
  return row?.id ?? 0
}

const load = async (db: Db, version: number): Promise<Snapshot> => {
  const { suppliers, branches, supplierCategories, categories } = schema
  const rows = await db.select().from(suppliers).where(isNull(suppliers.withdrawnAt)).orderBy(asc(suppliers.position), asc(suppliers.id))
  const branchRows = await db
    .select()
    .from(branches)
    .where(and(isNull(branches.withdrawnAt)))
    .orderBy(asc(branches.position), asc(branches.id))
  const links = await db.select().from(supplierCategories).orderBy(asc(supplierCategories.position))
  const categoryRows = await db.select().from(categories).orderBy(asc(categories.position), asc(categories.id))

  const categoryById = new Map(categoryRows.map((row) => [row.id, row]))
  const branchesOf = Map.groupBy(branchRows, (row) => row.supplierId)
  const linksOf = Map.groupBy(links, (row) => row.supplierId)
  const all = rows.flatMap((row): DirectorySupplier[] => {
    const own = branchesOf.get(row.id)
    if (!own) return []
    return [
      {
        ...row,
        branches: own.map((branch) => ({ ...branch, schedule: { week: branch.hours, exceptions: branch.exceptions } })),
        categories: (linksOf.get(row.id) ?? []).flatMap(({ categoryId }) => categoryById.get(categoryId) ?? [])
      }
    ]
  })
  return {
    version,
    suppliers: all,
    byId: new Map(all.map((supplier) => [supplier.id, supplier])),
    byAlias: new Map(all.map((supplier) => [supplier.alias, supplier])),
    byKind: Map.groupBy(all, (supplier) => supplier.kind),
    categories: categoryRows
  }
}
