import type { CategoryNode } from '#contract/catalogue/calls.ts'
import type { KindNode } from '#contract/products/calls.ts'
import { PARENT_CATEGORY, SUPPLIER_KINDS, SUPPLIER_TYPE, type SupplierKind } from '#domain/enums.ts'
import { getTranslator } from '#i18n/translate.ts'
import { slot } from '#server/cache.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { categoryBy } from './by-key.ts'
import type { CategoryRow, DirectorySupplier, Snapshot } from '#server/catalogue-memory/directory.ts'
import { servingNow, type ServingNow } from './serving-now.ts'

/** Returns the categories of a type, one tree per kind; `all` returns every kind. Suppliers of a city are counted for it (GET /categories/tree). */
export const readCategories = async (ctx: Context, type = 'all', city?: string): Promise<CategoryNode[]> => {
  if (type !== 'all' && !SUPPLIER_KINDS.includes(type as SupplierKind)) throw fail('BAD_REQUEST', { field: 'type' })
  const snapshot = await ctx.directory.read()
  const roots = snapshot.categories.filter((row) => row.parentId === null && (type === 'all' || row.kind === type))
  const counts = countsOf(snapshot, city ? servingNow(snapshot, city, ctx.now()) : null)
  return roots.map((row) => node(ctx, snapshot, row, String(PARENT_CATEGORY[row.kind]), counts))
}

/** Returns the categories below a path such as `4` or `4/12` (GET /suppliers/categoryTree/{path}). */
export const readCategoryTree = async (ctx: Context, path: string): Promise<CategoryNode> => {
  const snapshot = await ctx.directory.read()
  const last = Number(path.split('/').at(-1))
  const kind = SUPPLIER_KINDS.find((one) => PARENT_CATEGORY[one] === last)
  if (kind) {
    const children = snapshot.categories.filter((row) => row.kind === kind && row.parentId === null)
    return {
      id: last,
      key: kind,
      name: getTranslator(ctx.locale)(`catalogue:${kind}`),
      picture: null,
      fullPath: String(last),
      suppliersCount: snapshot.byKind.get(kind)?.length ?? 0,
      children: children.map((row) => node(ctx, snapshot, row, String(last)))
    }
  }
  if (!Number.isSafeInteger(last)) throw fail('NOT_FOUND')
  const row = categoryBy(snapshot, last)
  const above = row.parentId === null ? '' : `/${row.parentId}`
  return node(ctx, snapshot, row, `${PARENT_CATEGORY[row.kind]}${above}`)
}

/** Returns every kind with its categories (GET /suppliers/tree). */
export const readSuppliersTree = async (ctx: Context): Promise<KindNode[]> => {
  const { byKind } = await ctx.directory.read()
  return Promise.all(
    SUPPLIER_KINDS.map(async (kind) => ({
      type: SUPPLIER_TYPE[kind],
      kind,
      suppliersCount: byKind.get(kind)?.length ?? 0,
      categories: await readCategories(ctx, kind)
    }))
  )
}

/** Returns a category with its subcategories, by id; NOT_FOUND. */
export const belowCategory = (snapshot: Snapshot, id: number): ReadonlySet<number> => {
  const { id: own } = categoryBy(snapshot, id)
  return new Set([own, ...snapshot.categories.filter(({ parentId }) => parentId === own).map((row) => row.id)])
}

const node = (
  ctx: Context,
  snapshot: Snapshot,
  row: CategoryRow,
  parentPath: string,
  counts: ReadonlyMap<number, number> = countsOf(snapshot, null)
): CategoryNode => {
  const fullPath = `${parentPath}/${row.id}`
  const children = snapshot.categories.filter(({ parentId }) => parentId === row.id)
  return {
    id: row.id,
    key: row.key,
    name: row.name[ctx.locale],
    picture: row.picture,
    fullPath,
    suppliersCount: counts.get(row.id) ?? 0,
    children: children.map((child) => node(ctx, snapshot, child, fullPath, counts))
  }
}

const COUNTS = slot<Map<string, Map<number, number>>>('suppliers by category')

/** Returns the number of suppliers per category of a kind, of the market or of a city, cached for the lifetime of a snapshot. */
const countsOf = (snapshot: Snapshot, serving: ServingNow | null): Map<number, number> => {
  const cached = snapshot.cache.get(COUNTS, () => new Map())
  const key = serving?.city ?? ''
  const counts = cached.get(key) ?? countSuppliers(snapshot, serving?.suppliers ?? snapshot.suppliers)
  cached.set(key, counts)
  return counts
}

const countSuppliers = (snapshot: Snapshot, suppliers: readonly DirectorySupplier[]): Map<number, number> => {
  const kinds = new Map(snapshot.categories.map(({ id, kind }) => [id, kind]))
  const found = new Map<number, number>()
  const parents = new Map(snapshot.categories.map(({ id, parentId }) => [id, parentId]))
  for (const { kind, categories } of suppliers) {
    const own = new Set(categories.flatMap(({ id }) => (kinds.get(id) === kind ? [id, parents.get(id) ?? id] : [])))
    for (const id of own) found.set(id, (found.get(id) ?? 0) + 1)
  }
  return found
}
