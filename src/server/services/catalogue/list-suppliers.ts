import type { SupplierCard, SuppliersQuery } from '#contract/catalogue/calls.ts'
import type { Page } from '#contract/endpoint.ts'
import { SUPPLIER_SORTINGS, supplierKindOfType } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { marketIndex } from '#server/search-engine/market-index.ts'
import { suppliersNamed } from '#server/search-engine/narrow.ts'
import { areaOf, type Area } from './area.ts'
import { belowCategory } from './category-tree.ts'
import type { DirectorySupplier, Snapshot } from '#server/catalogue-memory/directory.ts'
import { supplierCard } from './supplier-card.ts'
import { orderedSuppliers } from './supplier-order.ts'
import { suppliersSelling } from './suppliers-selling.ts'

/** A query of the wire; blocks also ask for new suppliers only. */
type ListQuery = SuppliersQuery & { isNew?: boolean }

/** Lists suppliers of a type that deliver to a city, open ones first, in a stable order (GET /suppliers). */
export const listSuppliers = async (ctx: Context, query: ListQuery): Promise<Page<SupplierCard>> => {
  const point = query.lat !== undefined && query.lng !== undefined ? { lat: query.lat, lng: query.lng } : null
  const area = query.city ? areaOf(await ctx.directory.read(), { city: query.city }) : null
  const found = await matching(ctx, query, area, point)
  const page = found.slice(query.skip, query.skip + query.take)
  return {
    items: page.map((supplier) => supplierCard(supplier, ctx.locale, ctx.now(), point, area?.branchesOf(supplier))),
    totalCount: found.length
  }
}

/** Counts the suppliers that match a query (GET /suppliers/count). */
export const countSuppliers = async (ctx: Context, query: SuppliersQuery): Promise<{ count: number }> => ({
  count: (await listSuppliers(ctx, { ...query, skip: 0, take: 0 })).totalCount
})

const matching = async (
  ctx: Context,
  query: ListQuery,
  area: Area | null,
  point: { lat: number; lng: number } | null
): Promise<readonly DirectorySupplier[]> => {
  const kind = supplierKindOfType(query.type)
  if (!kind) throw fail('BAD_REQUEST', { field: 'type' })
  const snapshot = await ctx.directory.read()
  // Suppliers that are asked for by id are found wherever they deliver.
  const choice = { kind, area: query.ids === undefined ? area : null, sorting: query.sorting ?? SUPPLIER_SORTINGS.recommended }
  const { suppliers, open } = orderedSuppliers(snapshot, choice, ctx.now(), point)
  const listed = (query.openNow ? suppliers.filter((supplier) => open.has(supplier)) : suppliers).filter(matcherOf(query))
  const selling = await suppliersSelling(ctx, snapshot, kind, query)
  const categories = query.categoryIds?.split('|').filter(Boolean) ?? []
  const within = categories.length > 0 ? categoriesOf(snapshot, categories) : null
  const named = query.term ? suppliersNamed(await marketIndex(ctx), query.term) : null
  if (!within && !named && !selling) return listed
  return listed.filter(
    (supplier) =>
      (!within || supplier.categories.some(({ id }) => within.has(id))) &&
      (!named || named.has(supplier.id)) &&
      (!selling || selling.has(supplier.id))
  )
}

/** Returns categories by key or id, with their subcategories. */
const categoriesOf = (snapshot: Snapshot, named: readonly string[]): ReadonlySet<number> => {
  const roots = snapshot.categories.filter(({ id, key }) => named.includes(key) || named.includes(String(id)))
  return new Set(roots.flatMap(({ id }) => [...belowCategory(snapshot, id)]))
}

const MAX_IDS = 200

const matcherOf = ({ deals, freeDelivery, ids, isNew }: ListQuery): ((supplier: DirectorySupplier) => boolean) => {
  const only = ids === undefined ? null : new Set(ids.split('|').slice(0, MAX_IDS).map(Number))
  return (supplier) =>
    (!deals || supplier.maxDiscount > 0) &&
    (!isNew || supplier.isNew) &&
    (!freeDelivery || supplier.branches.some(({ zones }) => zones.some(({ price, freeFrom }) => price === 0 || freeFrom !== null))) &&
    (!only || only.has(supplier.id))
}
