import type { SupplierCard, SuppliersQuery } from '#contract/catalogue.ts'
import type { Page } from '#contract/endpoint.ts'
import { SUPPLIER_SORTINGS, supplierKindOfType } from '#domain/enums.ts'
import { foldedWords } from '#domain/search-folding.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import type { DirectorySupplier } from './directory.ts'
import { supplierCard } from './supplier-card.ts'
import { orderedSuppliers } from './supplier-order.ts'

/** Suppliers of a type, open ones first; the order is stable (GET /suppliers). */
export const listSuppliers = async (ctx: Context, query: SuppliersQuery): Promise<Page<SupplierCard>> => {
  const point = query.lat !== undefined && query.lng !== undefined ? { lat: query.lat, lng: query.lng } : null
  const found = await matching(ctx, query, point)
  const shown = found.slice(query.skip, query.skip + query.take)
  return { items: shown.map((supplier) => supplierCard(supplier, ctx.locale, ctx.now(), point)), totalCount: found.length }
}

/** How many suppliers a query finds (GET /suppliers/count). */
export const countSuppliers = async (ctx: Context, query: SuppliersQuery): Promise<{ count: number }> => ({
  count: (await listSuppliers(ctx, { ...query, skip: 0, take: 0 })).totalCount
})

const matching = async (
  ctx: Context,
  query: SuppliersQuery,
  point: { lat: number; lng: number } | null
): Promise<readonly DirectorySupplier[]> => {
  const kind = supplierKindOfType(query.type)
  if (!kind) throw fail('BAD_REQUEST', { field: 'type' })
  const snapshot = await ctx.directory.read()
  const choice = { kind, city: query.city || undefined, sorting: query.sorting ?? SUPPLIER_SORTINGS.recommended }
  const { suppliers, open } = orderedSuppliers(snapshot, choice, ctx.now(), point)
  const listed = query.openNow ? suppliers.slice(0, open) : suppliers
  const categories = query.categoryIds?.split('|').filter(Boolean) ?? []
  const words = query.term ? foldedWords(query.term) : []
  if (categories.length === 0 && words.length === 0) return listed
  return listed.filter(
    (supplier) =>
      (categories.length === 0 || supplier.categories.some(({ id, key }) => categories.includes(key) || categories.includes(String(id)))) &&
      words.every((word) => supplier.searchText.includes(word))
  )
}
