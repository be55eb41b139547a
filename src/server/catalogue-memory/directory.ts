import { sql } from 'drizzle-orm'
import type { SupplierKind } from '#domain/enums.ts'
import type { Db } from '#server/db/engine.ts'
import type { ReadDb, Reader } from '#server/db/reader.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { schema } from '#server/db/schema.ts'
import { Cache, slot } from '#server/cache.ts'
import type { BrandRow, CatalogRow, CategoryRow, DirectoryBranch, DirectorySupplier, PropertyRow } from './directory-rows.ts'
import { loadDepartments, type DirectoryDepartment } from './load-departments.ts'
import { loadShared, loadSuppliers } from './load-suppliers.ts'

export type { BrandRow, CatalogRow, CategoryRow, DirectoryBranch, DirectorySupplier, PropertyRow }

/** All suppliers without their products, a few kilobytes each; shared by all requests. */
export interface Snapshot {
  version: number
  /** Values derived from this snapshot. */
  cache: Cache
  /** Unchanged suppliers are the same objects in the next snapshot, so their caches stay valid. */
  suppliers: DirectorySupplier[]
  byId: Map<number, DirectorySupplier>
  byAlias: Map<string, DirectorySupplier>
  byKind: Map<SupplierKind, DirectorySupplier[]>
  categories: CategoryRow[]
  /** Includes withdrawn ones, as inactive. */
  brands: BrandRow[]
  properties: PropertyRow[]
  catalogs: CatalogRow[]
  cities: (typeof schema.cities.$inferSelect)[]
  currencyRates: (typeof schema.currencyRates.$inferSelect)[]
  /** Departments with products, in the supplier's order; loaded on first use, cached until the supplier changes. */
  departmentsOf: (supplierId: number) => Promise<DirectoryDepartment[]>
}

export interface Directory {
  /** Returns the market; a version check runs at most every `CHECK_MS`. */
  read(): Promise<Snapshot>
  /** Forces the next read to check the version. */
  invalidate(): void
  /** Values that outlive a snapshot: the search index, texts of menus. */
  readonly cache: Cache
}

const CHECK_MS = 500

/** Keeps the suppliers in memory and reloads those that an import in any process has changed. */
export const createDirectory = ({ db, reader }: { db: Db; reader: Reader }): Directory => {
  let snapshot: Promise<Snapshot> | null = null
  let checkedAt = -Infinity
  let checking: Promise<void> | null = null
  let started = 0
  let currentNumber = 0

  const check = async (): Promise<void> => {
    const number = (started += 1)
    const version = await catalogueVersion(db)
    // After a failed load everything is loaded.
    const previous = (await snapshot?.catch(() => null)) ?? null
    if (previous?.version === version) return
    // A replica without the new version must not be read any more.
    await reader.follow(async (replica) => (await catalogueVersion(replica)) >= version)
    const next = reload(db, previous, version)
    await next
    // Of overlapping checks the one that started later wins.
    if (number < currentNumber) return
    snapshot = next
    currentNumber = number
  }
  const startCheck = (): Promise<void> => {
    const current: Promise<void> =
      checking ??
      check().finally(() => {
        // Invalidated meanwhile: this check may have missed the change.
        if (checking !== current) return
        checkedAt = performance.now()
        checking = null
      })
    checking = current
    return current
  }
  return {
    cache: new Cache(),
    read: async () => {
      if (performance.now() - checkedAt > CHECK_MS) {
        const pendingCheck = startCheck()
        // The snapshot is served while the check runs; only the first read, also after a change, waits.
        if (!snapshot || checkedAt === -Infinity) await pendingCheck
        // The next read checks again, and fails when there is no snapshot.
        else void pendingCheck.catch(() => undefined)
      }
      return snapshot ?? reload(db, null, await catalogueVersion(db))
    },
    invalidate: () => {
      checkedAt = -Infinity
      checking = null
    }
  }
}

/** Returns the version of the catalogue, which grows with every import that changes something. */
export const catalogueVersion = async (db: ReadDb): Promise<number> => {
  const [row] = await rowsOf<{ id: number | string }>(
    db,
    sql`select coalesce(max(id), 0) as id from events where kind = 'catalogue.changed'`
  )
  return Number(row?.id ?? 0)
}

/** Returns the ids of suppliers that changed between two versions; null when it may be any. */
export const changedBetween = async (db: ReadDb, from: number, to: number): Promise<number[] | null> => {
  // A database restored from a backup: unknown what changed.
  if (to < from) return null
  const rows = await rowsOf<{ ids: number[] | null }>(
    db,
    sql`select payload->'supplierIds' as ids from events where kind = 'catalogue.changed' and id > ${from}::bigint and id <= ${to}::bigint`
  )
  return rows.some(({ ids }) => !Array.isArray(ids)) ? null : [...new Set(rows.flatMap(({ ids }) => ids ?? []))]
}

const reload = async (db: Db, previous: Snapshot | null, version: number): Promise<Snapshot> => {
  const shared = await loadShared(db)
  const changed = previous && (await changedBetween(db, previous.version, version))
  if (!previous || !changed) return snapshotOf(db, version, shared, await loadSuppliers(db, shared.categories, null))
  const changedIds = new Set(changed)
  const unchanged = previous.suppliers.filter(({ id }) => !changedIds.has(id))
  const reloaded = changed.length > 0 ? await loadSuppliers(db, shared.categories, changed) : []
  const all = [...unchanged, ...reloaded].sort((a, b) => a.position - b.position || a.id - b.id)
  return snapshotOf(db, version, shared, all)
}

type Shared = Awaited<ReturnType<typeof loadShared>>

const DEPARTMENTS = slot<Promise<DirectoryDepartment[]>>('departments')

const snapshotOf = (db: Db, version: number, shared: Shared, suppliers: DirectorySupplier[]): Snapshot => {
  const byId = new Map(suppliers.map((supplier) => [supplier.id, supplier]))
  return {
    version,
    cache: new Cache(),
    suppliers,
    byId,
    byAlias: new Map(suppliers.map((supplier) => [supplier.alias, supplier])),
    byKind: Map.groupBy(suppliers, (supplier) => supplier.kind),
    ...shared,
    departmentsOf: (supplierId) => {
      const supplier = byId.get(supplierId)
      if (!supplier) return Promise.resolve([])
      return supplier.cache.load(DEPARTMENTS, () => loadDepartments(db, supplierId))
    }
  }
}
