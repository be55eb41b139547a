import type { SearchFound } from '#contract/search/calls.ts'
import { SUPPLIER_KINDS, supplierKindOfType } from '#domain/enums.ts'
import type { Words } from '#domain/locale.ts'
import { searchTerm } from '#domain/search/term.ts'
import { SEARCH_TABS, TAB_OF_KIND, type SearchTab } from '#domain/search/tabs.ts'
import type { Context } from '#server/context.ts'
import { servingOf, supplierCard } from '#server/services/catalogue/supplier-card.ts'
import { fail } from '#server/services/core/fail.ts'
import { rephrase } from '#server/search-engine/did-you-mean.ts'
import { findTerm, pageOfProducts, suppliersSelling, type Findings, type SupplierHit } from '#server/search-engine/find.ts'
import { marketIndex, type MarketIndex } from '#server/search-engine/market-index.ts'
import { cardsOf, openNames, readRows, type FoundRow } from './read-cards.ts'

/** How many of the best names decide what was meant. */
const NAMES_READ = 16

interface SearchQuery {
  term: string
  supplierType: number
  take: number
  skip: number
}

/** Returns products and suppliers for a term (GET /search). */
export const search = async (ctx: Context, { term, supplierType, take, skip }: SearchQuery): Promise<SearchFound> => {
  const kind = supplierKindOfType(supplierType)
  if (!kind) throw fail('BAD_REQUEST', { field: 'supplierType' })
  const index = await marketIndex(ctx)
  const findings = findTerm(index, term, { locale: ctx.locale })
  const { sellers, productsByKind } = suppliersSelling(index, findings)
  const matching = inOrder(ctx, kind === 'all' ? sellers : sellers.filter(({ supplier }) => supplier.kind === kind))
  const ids = pageOfProducts(index, findings.products, (supplier) => kind === 'all' || supplier.kind === kind, skip, take)
  const rows = await readRows(ctx, ids)
  const allProducts = [...productsByKind.values()].reduce((sum, count) => sum + count, 0)
  const productCount = kind === 'all' ? allProducts : (productsByKind.get(kind) ?? 0)
  const countOf = (tab: SearchTab): number => {
    const only = SUPPLIER_KINDS.find((candidate) => TAB_OF_KIND[candidate] === tab)
    if (only) return sellers.filter(({ supplier }) => supplier.kind === only).length
    return tab === 'all' ? sellers.length + allProducts : allProducts
  }
  return {
    term,
    didYouMean: await meantBy(ctx, index, findings, rows, matching),
    productCount,
    supplierCount: matching.length,
    count: productCount + matching.length,
    groups: SEARCH_TABS.map((tab) => ({ tab, count: countOf(tab) })),
    suppliers: matching.slice(skip, skip + take).map(({ supplier }) => supplierCard(supplier, ctx.locale, ctx.now(), null)),
    products: cardsOf(ctx, index, rows)
  }
}

/** Returns the suppliers named by the term, best first, then those that sell matching products: by best match, open ones, number of products. */
export const inOrder = (ctx: Context, hits: readonly SupplierHit[]): SupplierHit[] => {
  const now = ctx.now()
  const closed = new Map(hits.map(({ supplier }) => [supplier, servingOf(supplier, now, null).branch.schedule.stateAt(now).open ? 0 : 1]))
  const step = ({ score }: SupplierHit): number => Math.round(score * 8)
  const byName = (a: SupplierHit, b: SupplierHit): number =>
    Number(b.named) - Number(a.named) || (a.named ? b.score - a.score : step(b) - step(a))
  return [...hits].sort(
    (a, b) =>
      byName(a, b) ||
      (closed.get(a.supplier) ?? 0) - (closed.get(b.supplier) ?? 0) ||
      b.goods - a.goods ||
      a.supplier.position - b.supplier.position ||
      a.supplier.id - b.supplier.id
  )
}

/** Returns the probable correction when the words as typed find nothing; null when the names do not reveal one. */
export const meantBy = async (
  ctx: Context,
  index: MarketIndex,
  { term, altered, words, products, suppliers }: Findings,
  rows: readonly FoundRow[],
  supplierHits: readonly SupplierHit[] = []
): Promise<string | null> => {
  if (!altered) return null
  const best =
    rows.length >= NAMES_READ
      ? rows
      : await readRows(
          ctx,
          pageOfProducts(index, products, () => true, 0, NAMES_READ)
        )
  const productNames = openNames(ctx, best)
  const named: Words[] = supplierHits.filter((hit) => hit.named).map(({ supplier }) => supplier.name)
  // The closest match to the term comes first.
  const names = (suppliers[0]?.score ?? 0) > (products[0]?.score ?? 0) ? [...named, ...productNames] : [...productNames, ...named]
  const correction = names.length > 0 ? rephrase(index.vocabulary, words, names.slice(0, NAMES_READ), ctx.locale) : null
  // The correction appears in no name, or its words only separately: nothing can be suggested.
  return correction === searchTerm(term).toLowerCase() ? null : correction
}
