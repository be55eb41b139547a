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

/** All suppliers on the market, without their products: a few kilobytes each, the same for everybody. */
export interface Snapshot {
  version: number
  /** What is made of the market as it is now. */
  cache: Cache
  /** A supplier that did not change is the same object in the next snapshot: what is made of it can be kept by it. */
  suppliers: DirectorySupplier[]
  byId: Map<number, DirectorySupplier>
  byAlias: Map<string, DirectorySupplier>
  byKind: Map<SupplierKind, DirectorySupplier[]>
  categories: CategoryRow[]
  /** Withdrawn ones too, inactive. */
  brands: BrandRow[]
  properties: PropertyRow[]
  catalogs: CatalogRow[]
  cities: (typeof schema.cities.$inferSelect)[]
  /** Departments that hold products, in the supplier's order: read when they are asked for, true until the supplier changes. */
  departmentsOf: (supplierId: number) => Promise<DirectoryDepartment[]>
}

export interface Directory {
  /** The market as of at most `CHECK_MS` ago. */
  read(): Promise<Snapshot>
  /** Forces the next read to look for a change. */
  invalidate(): void
  /** What outlives a snapshot: the search index, texts of menus. */
  readonly cache: Cache
}

const CHECK_MS = 500

/** Keeps the suppliers in memory and reads those anew that an import says it changed (in whichever process). */
export const createDirectory = ({ db, reader }: { db: Db; reader: Reader }): Directory => {
  let snapshot: Promise<Snapshot> | null = null
  let checkedAt = -Infinity
  let checking: Promise<void> | null = null
  let started = 0
  let shownNumber = 0

  const check = async (): Promise<void> => {
    const own = (started += 1)
    const version = await catalogueVersion(db)
    // A market that could not be read is read from the start.
    const previous = (await snapshot?.catch(() => null)) ?? null
    if (previous?.version === version) return
    // What is read from now on belongs to the new market: not from a replica that has only the old one.
    await reader.follow(async (replica) => (await catalogueVersion(replica)) >= version)
    const next = reload(db, previous, version)
    await next
    // Of two looks that overlap, the one that began later stays.
    if (own < shownNumber) return
    snapshot = next
    shownNumber = own
  }
  const startCheck = (): Promise<void> => {
    const own: Promise<void> =
      checking ??
      check().finally(() => {
        // A change was announced meanwhile: this look may have come too early to see it.
        if (checking !== own) return
        checkedAt = performance.now()
        checking = null
      })
    checking = own
    return own
  }
  return {
    cache: new Cache(),
    read: async () => {
      if (performance.now() - checkedAt > CHECK_MS) {
        const pendingCheck = startCheck()
        // A known market serves while the check runs; only the first reader waits, and the first after a change.
        if (!snapshot || checkedAt === -Infinity) await pendingCheck
        // The next read looks again, and says it when there is no market to serve.
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

/** Grows with every import that changed something. */
export const catalogueVersion = async (db: ReadDb): Promise<number> => {
  const [row] = await rowsOf<{ id: number | string }>(
    db,
    sql`select coalesce(max(id), 0) as id from events where kind = 'catalogue.changed'`
  )
  return Number(row?.id ?? 0)
}

/** Ids of the suppliers that changed between two versions; null when it may be any. */
export const changedBetween = async (db: ReadDb, from: number, to: number): Promise<number[] | null> => {
  // A database put back to an earlier state tells nothing of what it lost.
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
