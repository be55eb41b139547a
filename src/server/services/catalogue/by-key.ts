import { fail } from '#server/services/core/fail.ts'
import type { BrandRow, CatalogRow, CategoryRow, Snapshot } from '#server/catalogue-memory/directory.ts'

/** Returns a brand by key or id: BRAND_NOT_FOUND, or BRAND_NOT_ACTIVE when it left the market. */
export const brandBy = ({ brands }: Snapshot, key: string): BrandRow => {
  const brand = brands.find((one) => one.key === key) ?? brands.find(({ id }) => String(id) === key)
  if (!brand) throw fail('BRAND_NOT_FOUND')
  if (!brand.active) throw fail('BRAND_NOT_ACTIVE')
  return brand
}

/** Returns a catalog by key or id; NOT_FOUND. */
export const catalogBy = ({ catalogs }: Snapshot, key: string): CatalogRow => {
  const catalog = catalogs.find((one) => one.active && (one.key === key || String(one.id) === key))
  if (!catalog) throw fail('NOT_FOUND')
  return catalog
}

/** Returns a category by id; NOT_FOUND. */
export const categoryBy = ({ categories }: Snapshot, id: number): CategoryRow => {
  const category = categories.find((one) => one.id === id)
  if (!category) throw fail('NOT_FOUND')
  return category
}
