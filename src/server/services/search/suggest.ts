import type { SearchSuggestion } from '#contract/search/calls.ts'
import { supplierKindOfType, type SupplierKind } from '#domain/enums.ts'
import { tintOf } from '#domain/pictures.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { findTerm, suppliersSelling, type Findings } from '#server/search-engine/find.ts'
import { marketIndex, type MarketIndex } from '#server/search-engine/market-index.ts'
import { readRows } from './read-cards.ts'
import { inOrder, meantBy } from './search.ts'
import type { Found } from '#server/search-engine/texts.ts'

const MAX_ITEMS = 8
const MAX_SUPPLIERS = 3
const MAX_CATEGORIES = 2
/** More names are requested than shown: some are masked, some are equal in this language. */
const SPARE = 8
const MIN_TERM_LENGTH = 2

type SuggestRequest = SupplierKind | 'all'

/** Suggests completions of a partial term (GET /search/suggest): suppliers by name, categories, then names of products. */
export const suggest = async (ctx: Context, { term, supplierType }: { term: string; supplierType: number }) => {
  const kind = supplierKindOfType(supplierType)
  if (!kind) throw fail('BAD_REQUEST', { field: 'supplierType' })
  if ([...term].length < MIN_TERM_LENGTH) return { items: [], didYouMean: null }
  const index = await marketIndex(ctx)
  const findings = findTerm(index, term, { typing: true, locale: ctx.locale })
  const products = await productNames(ctx, index, findings.products, kind)
  const suppliers = namedSuppliers(ctx, index, findings, kind)
  const categories = namedCategories(ctx, index, findings, kind)
  const items: SearchSuggestion[] = [...suppliers, ...categories]
  return {
    items: [...items, ...products.slice(0, MAX_ITEMS - items.length)],
    didYouMean: await meantBy(ctx, index, findings, [], inOrder(ctx, suppliersSelling(index, { ...findings, products: [] }).sellers))
  }
}

const namedSuppliers = (ctx: Context, index: MarketIndex, findings: Findings, kind: SuggestRequest): SearchSuggestion[] => {
  // Names that match only by their category are left out while products match.
  const close = findings.suppliers.filter(({ score }) => score >= 0.8 || findings.products.length === 0)
  const { sellers } = suppliersSelling(index, { ...findings, products: [], suppliers: close })
  return inOrder(ctx, sellers)
    .filter(({ supplier }) => kind === 'all' || supplier.kind === kind)
    .slice(0, MAX_SUPPLIERS)
    .map(({ supplier }) => ({
      type: 'supplier',
      id: supplier.id,
      name: supplier.name[ctx.locale],
      picture: supplier.pictures[0] ?? '',
      hue: tintOf(supplier.hue),
      kind: supplier.kind,
      alias: supplier.alias
    }))
}

const namedCategories = (ctx: Context, index: MarketIndex, { words }: Findings, kind: SuggestRequest): SearchSuggestion[] => {
  const { found, matched } = index.categoryTexts.find(words)
  if (matched < words.filter(({ needed }) => needed).length) return []
  return found
    .flatMap(({ text }) => index.categoriesOf.get(text) ?? [])
    .filter((category) => kind === 'all' || category.kind === kind)
    .slice(0, MAX_CATEGORIES)
    .map(({ id, key, name, picture, ...category }) => ({ type: 'category', id, key, name: name[ctx.locale], picture, kind: category.kind }))
}

/** Returns distinct names, best first, each with its number of products. */
const productNames = async (
  ctx: Context,
  { products: productIndex, market }: MarketIndex,
  found: readonly Found[],
  kind: SuggestRequest
): Promise<SearchSuggestion[]> => {
  const counts = new Map<number, number>()
  for (const { text } of found) {
    if (counts.size >= MAX_ITEMS + SPARE) break
    let [id, count] = [0, 0]
    for (let at = productIndex.starts[text] ?? 0; at < (productIndex.starts[text + 1] ?? 0); at += 1) {
      if (kind !== 'all' && market.byId.get(productIndex.suppliers[at] ?? 0)?.kind !== kind) continue
      id ||= productIndex.products[at] ?? 0
      count += 1
    }
    if (count > 0) counts.set(id, count)
  }
  const rows = await readRows(ctx, [...counts.keys()])
  const byName = new Map<string, SearchSuggestion & { type: 'product' }>()
  for (const { id, name, picture, adult, supplierId } of rows) {
    const supplier = market.byId.get(supplierId)
    if (!supplier || (adult && !ctx.isAdult)) continue
    const existing = byName.get(name[ctx.locale])
    const count = (existing?.count ?? 0) + (counts.get(id) ?? 0)
    const first = existing ?? { id, picture, hue: tintOf(supplier.hue), supplierName: supplier.name[ctx.locale] }
    byName.set(name[ctx.locale], { ...first, type: 'product', name: name[ctx.locale], count })
  }
  return [...byName.values()]
}
