import type { CategoryNode } from '#contract/catalogue.ts'
import { PARENT_CATEGORY, SUPPLIER_KINDS, type SupplierKind } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import type { CategoryRow, Snapshot } from './directory.ts'

/** Categories of a type, one tree a kind: `all` answers every kind's (GET /categories/tree). */
export const readCategories = async (ctx: Context, type = 'all'): Promise<CategoryNode[]> => {
  if (type !== 'all' && !SUPPLIER_KINDS.includes(type as SupplierKind)) throw fail('BAD_REQUEST', { field: 'type' })
  const snapshot = await ctx.directory.read()
  const roots = snapshot.categories.filter((row) => row.parentId === null && (type === 'all' || row.kind === type))
  return roots.map((row) => node(ctx, snapshot, row, String(PARENT_CATEGORY[row.kind])))
}

/** The categories below one path such as `4` or `4/12` (GET /suppliers/categoryTree/{path}). */
export const readCategoryTree = async (ctx: Context, path: string): Promise<CategoryNode> => {
  const snapshot = await ctx.directory.read()
  const last = Number(path.split('/').at(-1))
  const kind = SUPPLIER_KINDS.find((one) => PARENT_CATEGORY[one] === last)
  if (kind) {
    const children = snapshot.categories.filter((row) => row.kind === kind && row.parentId === null)
    return {
      id: last,
      key: kind,
      name: '',
      picture: null,
      fullPath: String(last),
      suppliersCount: snapshot.byKind.get(kind)?.length ?? 0,
      children: children.map((row) => node(ctx, snapshot, row, String(last)))
    }
  }
  const row = snapshot.categories.find(({ id }) => id === last)
  if (!row) throw fail('NOT_FOUND')
  return node(ctx, snapshot, row, String(PARENT_CATEGORY[row.kind]))
}

const node = (ctx: Context, snapshot: Snapshot, row: CategoryRow, parentPath: string): CategoryNode => {
  const fullPath = `${parentPath}/${row.id}`
  const children = snapshot.categories.filter(({ parentId }) => parentId === row.id)
  return {
    id: row.id,
    key: row.key,
    name: row.name[ctx.locale],
    picture: row.picture,
    fullPath,
    suppliersCount: countsOf(snapshot).get(row.id) ?? 0,
    children: children.map((child) => node(ctx, snapshot, child, fullPath))
  }
}

const counts = new WeakMap<Snapshot, Map<number, number>>()

/** How many suppliers of its kind each category has: counted once in the life of a snapshot. */
const countsOf = (snapshot: Snapshot): Map<number, number> => {
  const known = counts.get(snapshot)
  if (known) return known
  const kinds = new Map(snapshot.categories.map(({ id, kind }) => [id, kind]))
  const found = new Map<number, number>()
  for (const { kind, categories } of snapshot.suppliers)
    for (const { id } of categories) if (kinds.get(id) === kind) found.set(id, (found.get(id) ?? 0) + 1)
  counts.set(snapshot, found)
  return found
}
