import { setImmediate } from 'node:timers/promises'
import { and, asc, inArray, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/engine.ts'
import { schema } from '#server/db/schema.ts'
import { Cache } from '#server/cache.ts'
import { BranchSchedule } from './branch-schedule.ts'
import type { CategoryRow, DirectorySupplier } from './directory-rows.ts'

const { suppliers, branches, supplierCategories, categories, cities, brands, properties, catalogs, currencyRates, supplierRatings } = schema

/** Suppliers per query; the event loop runs in between, so that requests are answered while a large market loads. */
const BATCH = 250

/** Loads the rows that all suppliers refer to. */
export const loadShared = async (db: Db) => ({
  categories: await db.select().from(categories).orderBy(asc(categories.position), asc(categories.id)),
  cities: await db.select().from(cities).orderBy(asc(cities.position)),
  brands: await db.select().from(brands).orderBy(asc(brands.key)),
  properties: await db.select().from(properties).orderBy(asc(properties.position), asc(properties.id)),
  catalogs: await db.select().from(catalogs).orderBy(asc(catalogs.position), asc(catalogs.id)),
  currencyRates: await db.select().from(currencyRates)
})

/** Loads suppliers with their branches, by position: those with these ids, or all. */
export const loadSuppliers = async (
  db: Db,
  categoryRows: readonly CategoryRow[],
  ids: readonly number[] | null
): Promise<DirectorySupplier[]> => {
  const listed = await db
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(and(isNull(suppliers.withdrawnAt), ids ? inArray(suppliers.id, [...ids]) : undefined))
    .orderBy(asc(suppliers.position), asc(suppliers.id))
  const categoryById = new Map(categoryRows.map((row) => [row.id, row]))
  const all: DirectorySupplier[] = []
  for (let from = 0; from < listed.length; from += BATCH) {
    all.push(
      ...(await loadBatch(
        db,
        categoryById,
        listed.slice(from, from + BATCH).map(({ id }) => id)
      ))
    )
    await setImmediate()
  }
  return all
}

type Rating = Pick<typeof suppliers.$inferSelect, 'ratingAverage' | 'ratingCount'>

/** The imported rating with those of real orders. */
const withOwnRatings = ({ ratingAverage, ratingCount }: Rating, own: typeof supplierRatings.$inferSelect | undefined): Rating => {
  if (!own || own.count === 0) return { ratingAverage, ratingCount }
  const count = ratingCount + own.count
  return { ratingAverage: ((ratingAverage ?? 0) * ratingCount + own.stars) / count, ratingCount: count }
}

const loadBatch = async (db: Db, categoryById: Map<number, CategoryRow>, ids: number[]): Promise<DirectorySupplier[]> => {
  const rows = await db
    .select()
    .from(suppliers)
    .where(and(inArray(suppliers.id, ids), isNull(suppliers.withdrawnAt)))
    .orderBy(asc(suppliers.position), asc(suppliers.id))
  const branchRows = await db
    .select()
    .from(branches)
    .where(and(inArray(branches.supplierId, ids), isNull(branches.withdrawnAt)))
    .orderBy(asc(branches.position), asc(branches.id))
  const links = await db
    .select()
    .from(supplierCategories)
    .where(inArray(supplierCategories.supplierId, ids))
    .orderBy(asc(supplierCategories.position))
  const ratings = await db.select().from(supplierRatings).where(inArray(supplierRatings.supplierId, ids))
  const ratingOf = new Map(ratings.map((rating) => [rating.supplierId, rating]))
  const branchesOf = Map.groupBy(branchRows, (row) => row.supplierId)
  const linksOf = Map.groupBy(links, (row) => row.supplierId)
  return rows.flatMap((row): DirectorySupplier[] => {
    const branchesOfSupplier = branchesOf.get(row.id)
    if (!branchesOfSupplier) return []
    return [
      {
        ...row,
        ...withOwnRatings(row, ratingOf.get(row.id)),
        cache: new Cache(),
        branches: branchesOfSupplier.map((branch) => ({
          ...branch,
          schedule: new BranchSchedule({ week: branch.hours, exceptions: branch.exceptions })
        })),
        categories: (linksOf.get(row.id) ?? []).flatMap(({ categoryId }) => categoryById.get(categoryId) ?? [])
      }
    ]
  })
}
