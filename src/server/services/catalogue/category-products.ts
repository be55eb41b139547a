import { sql } from 'drizzle-orm'
import { PARENT_CATEGORY, SUPPLIER_KINDS } from '#domain/enums.ts'
import { slot } from '#server/cache.ts'
import type { ReadDb } from '#server/db/reader.ts'
import { rowsOf } from '#server/db/rows.ts'
import { categoryBy } from './by-key.ts'
import { belowCategory } from './category-tree.ts'
import type { DirectorySupplier, Snapshot } from '#server/catalogue-memory/directory.ts'

/** Scope of a category's products: these departments, or everything these suppliers sell. */
export interface CategoryProducts {
  suppliers: readonly DirectorySupplier[]
  departments: ReadonlySet<number> | null
  /** `own`: departments name the category, or it is a whole section. Otherwise its products are all those of its suppliers. */
  own: boolean
}

interface Named {
  id: number
  category: string
}
const NAMED = slot<readonly Named[]>('departments that name a category')

/** Returns the departments of these suppliers that name a category, from the cache or the database. */
const namedBy = async (
  db: ReadDb,
  suppliers: readonly DirectorySupplier[]
): Promise<(readonly [DirectorySupplier, readonly Named[]])[]> => {
  const missing = suppliers.filter((supplier) => !supplier.cache.peek(NAMED))
  if (missing.length > 0) {
    const ids = missing.map(({ id }) => id)
    const rows = await rowsOf<Named & { supplierId: number }>(
      db,
      sql`select id, supplier_id as "supplierId", category from departments
        where supplier_id = any(${sql.param(ids)}::int[]) and category is not null and withdrawn_at is null`
    )
    const bySupplier = Map.groupBy(rows, ({ supplierId }) => supplierId)
    for (const supplier of missing) supplier.cache.set(NAMED, bySupplier.get(supplier.id) ?? [])
  }
  return suppliers.map((supplier) => [supplier, supplier.cache.peek(NAMED) ?? []])
}

/**
 * Returns the products of a category: those of departments that name it or a subcategory. A category that no department names, such as a
 * cuisine, has all products of its suppliers; the parent category of a kind those of the kind, the root all. NOT_FOUND.
 */
export const categoryProducts = async (db: ReadDb, market: Snapshot, id: number): Promise<CategoryProducts> => {
  if (id === PARENT_CATEGORY.root) return { suppliers: market.suppliers, departments: null, own: true }
  const parent = SUPPLIER_KINDS.find((candidate) => PARENT_CATEGORY[candidate] === id)
  if (parent) return { suppliers: market.byKind.get(parent) ?? [], departments: null, own: true }
  const { key, kind } = categoryBy(market, id)
  const ids = belowCategory(market, id)
  const keys = new Set(market.categories.filter((row) => ids.has(row.id)).map((row) => row.key))
  const named = await namedBy(db, market.byKind.get(kind) ?? [])
  if (!named.some(([, own]) => own.some(({ category }) => category === key))) {
    const suppliers = market.suppliers.filter(({ categories }) => categories.some((category) => ids.has(category.id)))
    return { suppliers, departments: null, own: false }
  }
  const holding = named.flatMap(([supplier, own]) => {
    const departments = own.filter(({ category }) => keys.has(category))
    return departments.length > 0 ? [{ supplier, departments }] : []
  })
  return {
    suppliers: holding.map(({ supplier }) => supplier),
    departments: new Set(holding.flatMap(({ departments }) => departments.map((department) => department.id))),
    own: true
  }
}
