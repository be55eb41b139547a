import { belowCategory } from '#server/services/catalogue/category-tree.ts'
import type { DirectorySupplier } from '#server/catalogue-memory/directory.ts'
import { ELSEWHERE } from '#server/search-engine/cards.ts'
import type { SupplierHit } from '#server/search-engine/find.ts'
import type { MarketSearch } from './find-market.ts'

/** Score of a supplier that the term names, rather than its category. */
const NAMED_SCORE = 0.8
/** Score of a supplier of the kind or category that the term asks for. */
const ASKED_SCORE = 1

/** Returns the suppliers that a term names or asks for by kind, then those that sell what it finds; those that deliver here first. */
export const suppliersFound = (
  { index, found, accessOf }: MarketSearch,
  sold: ReadonlyMap<number, { score: number; count: number }>
): SupplierHit[] => {
  const { market, suppliersOf } = index
  const hits = new Map<number, SupplierHit>()
  const hitOf = (supplier: DirectorySupplier, named: boolean, score: number): void => {
    if (!hits.has(supplier.id)) hits.set(supplier.id, { supplier, named, score, goods: sold.get(supplier.id)?.count ?? 0 })
  }
  for (const supplier of askedFor(market, found.asked)) hitOf(supplier, true, ASKED_SCORE)
  for (const { text, score } of found.suppliers) for (const supplier of suppliersOf.get(text) ?? []) hitOf(supplier, true, score)
  for (const [id, { score }] of sold) {
    const supplier = market.byId.get(id)
    if (supplier) hitOf(supplier, false, score)
  }
  const all = [...hits.values()]
  // One from elsewhere is shown when it is called by its name, or nobody delivers.
  const isCalled = ({ supplier, named, score }: SupplierHit): boolean =>
    accessOf(supplier) !== ELSEWHERE || (named && score >= NAMED_SCORE && !found.asked)
  const near = all.filter(isCalled)
  const listed = near.length > 0 ? near : all
  const step = ({ score }: SupplierHit): number => Math.round(score * 8)
  return listed.sort(
    (a, b) =>
      Number(b.named) - Number(a.named) ||
      Number(accessOf(a.supplier) === ELSEWHERE) - Number(accessOf(b.supplier) === ELSEWHERE) ||
      (a.named ? b.score - a.score : step(b) - step(a)) ||
      accessOf(a.supplier) - accessOf(b.supplier) ||
      b.goods - a.goods ||
      a.supplier.position - b.supplier.position ||
      a.supplier.id - b.supplier.id
  )
}

const askedFor = (market: MarketSearch['index']['market'], asked: MarketSearch['found']['asked']): DirectorySupplier[] => {
  if (!asked) return []
  const roots = market.categories.filter(({ key }) => asked.categories.includes(key))
  const ids = new Set(roots.flatMap(({ id }) => [...belowCategory(market, id)]))
  return market.suppliers.filter(({ kind, categories }) => asked.kinds.includes(kind) || categories.some(({ id }) => ids.has(id)))
}
