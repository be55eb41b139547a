import type { SupplierCard, SuppliersQuery } from '#contract/catalogue.ts'
import type { Page } from '#contract/endpoint.ts'
import { SUPPLIER_SORTINGS, supplierKindOfType } from '#domain/enums.ts'
import { foldedWords } from '#domain/search-folding.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import type { DirectorySupplier } from './directory.ts'
import { supplierCard } from './supplier-card.ts'

/** Suppliers of a type, open ones first; the order is stable (GET /suppliers). */
export const listSuppliers = async (ctx: Context, query: SuppliersQuery): Promise<Page<SupplierCard>> => {
  const found = await matching(ctx, query)
  const point = query.lat !== undefined && query.lng !== undefined ? { lat: query.lat, lng: query.lng } : null
  const cards = found
    .map((supplier) => ({ supplier, card: supplierCard(supplier, ctx.locale, ctx.now(), point) }))
    .filter(({ card }) => !query.openNow || card.open.status === 0)
  const rank = ranking(query.sorting ?? SUPPLIER_SORTINGS.recommended)
  cards.sort(
    (a, b) =>
      a.card.open.status - b.card.open.status ||
      rank(a.card) - rank(b.card) ||
      a.supplier.position - b.supplier.position ||
      a.supplier.id - b.supplier.id
  )
  return { items: cards.slice(query.skip, query.skip + query.take).map(({ card }) => card), totalCount: cards.length }
}

/** How many suppliers a query finds (GET /suppliers/count). */
export const countSuppliers = async (ctx: Context, query: SuppliersQuery): Promise<{ count: number }> => ({
  count: (await listSuppliers(ctx, { ...query, skip: 0, take: 0 })).totalCount
})

const matching = async (ctx: Context, query: SuppliersQuery): Promise<DirectorySupplier[]> => {
  const snapshot = await ctx.directory.read()
  const kind = supplierKindOfType(query.type)
  if (!kind) throw fail('BAD_REQUEST', { field: 'type' })
  const all = kind === 'all' ? snapshot.suppliers : (snapshot.byKind.get(kind) ?? [])
  const categories = query.categoryIds?.split('|').filter(Boolean) ?? []
  const words = query.term ? foldedWords(query.term) : []
  return all.filter(
    (supplier) =>
      (!query.city || supplier.branches.some((branch) => branch.city === query.city)) &&
      (categories.length === 0 || supplier.categories.some(({ id, key }) => categories.includes(key) || categories.includes(String(id)))) &&
      words.every((word) => supplier.searchText.includes(word))
  )
}

/** Lower comes first. A rating counts the more the more people gave it. */
const ranking = (sorting: number): ((card: SupplierCard) => number) => {
  const popularity = ({ rating }: SupplierCard) => -(rating ? (rating.average * rating.count) / (rating.count + 20) : 0)
  switch (sorting) {
    case SUPPLIER_SORTINGS.new:
      return (card) => (card.isNew ? 0 : 1)
    case SUPPLIER_SORTINGS.deliveryTime:
      return (card) => card.delivery.minutesFrom
    case SUPPLIER_SORTINGS.deals:
      return (card) => (card.hasDiscount ? 0 : 1)
    case SUPPLIER_SORTINGS.freeDelivery:
      return (card) => card.delivery.priceFrom
    default:
      return popularity
  }
}
