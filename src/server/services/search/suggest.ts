import type { SearchSuggestion } from '#contract/search/calls.ts'
import { supplierKindOfType, type SupplierKind } from '#domain/enums.ts'
import { tintOf } from '#domain/pictures.ts'
import { isAdjective } from '#domain/search/heads.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { cardsFound, type Offer } from '#server/search-engine/cards.ts'
import { commonWords, completionsOf, spelledIn, type Completion } from '#server/search-engine/completions.ts'
import type { Findings, SupplierHit } from '#server/search-engine/find.ts'
import { marketIndex, type MarketIndex } from '#server/search-engine/market-index.ts'
import { findMarket, type MarketSearch } from './find-market.ts'
import { suppliersFound } from './found-suppliers.ts'
import { meantBy } from './meant-by.ts'
import { readRows, type FoundRow } from './read-cards.ts'

const MAX_ITEMS = 8
const MAX_WORDS = 4
const MAX_COMMON = 12
const MIN_PRODUCTS = 2
/** Texts whose products are read for names. */
const MAX_READ = 200
const MAX_SUPPLIERS = 3
const MAX_CATEGORIES = 2
/** More names are requested than shown: some are masked, some are equal in this language. */
const SPARE = 8
const MIN_TERM_LENGTH = 2

type SuggestRequest = SupplierKind | 'all'

/** Suggests completions of a partial term (GET /search/suggest): words, suppliers by name, categories, then names of products. */
export const suggest = async (
  ctx: Context,
  { term, supplierType, city }: { term: string; supplierType: number; city?: string | undefined }
) => {
  const kind = supplierKindOfType(supplierType)
  if (!kind) throw fail('BAD_REQUEST', { field: 'supplierType' })
  if (term === '') return { items: await commonTerms(ctx), didYouMean: null }
  if ([...term].length < MIN_TERM_LENGTH) return { items: [], didYouMean: null }
  const searched = await findMarket(ctx, term, { city }, true)
  const { index, found } = searched
  const words = await completedTerms(ctx, index, term, found)
  const products = await productNames(ctx, searched, kind)
  const hits = suppliersFound(searched, new Map())
  const suppliers = namedSuppliers(ctx, found, hits, kind)
  const categories = namedCategories(ctx, index, found, kind)
  const items: SearchSuggestion[] = [...words, ...suppliers, ...categories].slice(0, MAX_ITEMS)
  return {
    items: [...items, ...products.slice(0, Math.max(MIN_PRODUCTS, MAX_ITEMS - items.length))].slice(0, MAX_ITEMS),
    didYouMean: await meantBy(ctx, index, found, [], hits)
  }
}

/** Words that many products share and that name a category, for an empty field: "tea", not "set" or "with meat". */
const commonTerms = async (ctx: Context): Promise<SearchSuggestion[]> => {
  const index = await marketIndex(ctx)
  const categories = [...index.categoriesOf.values()].flat().map(({ name }) => name[ctx.locale].toLocaleLowerCase(ctx.locale))
  const kinds = new Set(categories.flatMap((name) => name.split(/[^\p{L}]+/u)))
  const common = (await spelled(ctx, index, commonWords(index, ctx.locale))).filter((word) => kinds.has(word))
  return common.slice(0, MAX_COMMON).map((name, id) => ({ type: 'term', id, name }))
}

/** The term with its last word completed by words of the market, in the reader's language. */
const completedTerms = async (ctx: Context, index: MarketIndex, term: string, found: Findings): Promise<SearchSuggestion[]> => {
  const before = /^(.*\s)?(?=\S+$)/u.exec(term)?.[0] ?? ''
  const last = term.slice(before.length)
  // The first words must be of the market too, and a supplier's name is completed as such.
  if (before !== '' && (found.share < 1 || found.altered || found.within)) return []
  const names = await spelled(ctx, index, completionsOf(index, last, ctx.locale, 2 * MAX_WORDS))
  const things = names.filter((name) => !isAdjective(name, ctx.locale))
  return [...new Set([...things, ...names])].slice(0, MAX_WORDS).map((name, id) => ({ type: 'term', id, name: before + name }))
}

const spelled = async (ctx: Context, index: MarketIndex, words: readonly Completion[]): Promise<string[]> => {
  const ids = words.map(({ text }) => index.products.products[index.products.starts[text] ?? 0] ?? 0)
  const rows = new Map((await readRows(ctx, [...new Set(ids)])).map((row) => [row.id, row.name[ctx.locale]]))
  const names = words.flatMap(({ word }, at) => spelledIn(index, rows.get(ids[at] ?? 0) ?? '', word) ?? [])
  return [...new Set(names.map((name) => name.toLocaleLowerCase(ctx.locale)))]
}

const namedSuppliers = (ctx: Context, found: Findings, hits: readonly SupplierHit[], kind: SuggestRequest): SearchSuggestion[] =>
  hits
    // Names that match only by their category are left out while products match.
    .filter(({ named, score }) => named && (score >= 0.8 || found.products.length === 0))
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

const namedCategories = (ctx: Context, index: MarketIndex, { words }: Findings, kind: SuggestRequest): SearchSuggestion[] => {
  const { found, matched } = index.categoryTexts.find(words)
  if (matched < words.filter(({ needed }) => needed).length) return []
  return found
    .flatMap(({ text }) => index.categoriesOf.get(text) ?? [])
    .filter((category) => kind === 'all' || category.kind === kind)
    .slice(0, MAX_CATEGORIES)
    .map(({ id, key, name, picture, ...category }) => ({ type: 'category', id, key, name: name[ctx.locale], picture, kind: category.kind }))
}

const productOf = (ctx: Context, { supplier }: Offer, { id, picture, admissionAt }: FoundRow) => ({
  ...{ id, picture, hue: tintOf(supplier.hue), supplierName: supplier.name[ctx.locale] },
  ...(admissionAt && { admissionAt: toIso(admissionAt) })
})

/** Returns distinct names, best first, each with the number of suppliers that deliver it here, or of its dates. */
const productNames = async (ctx: Context, searched: MarketSearch, kind: SuggestRequest): Promise<SearchSuggestion[]> => {
  const { index, found } = searched
  const request = { ...searched, accepts: ({ isSoldOut }: Offer) => !isSoldOut, kind, onlyNear: true }
  const first = { ...found, products: found.products.slice(0, MAX_READ) }
  const cards = cardsFound(index, first, request).cards.slice(0, MAX_ITEMS + SPARE)
  const rows = await readRows(
    ctx,
    cards.flatMap(({ offers: [best] }) => best?.id ?? [])
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byName = new Map<string, SearchSuggestion & { type: 'product' }>()
  for (const { offers } of cards) {
    const [best] = offers
    const row = best && byId.get(best.id)
    if (!row || (row.adult && !ctx.isAdult)) continue
    const name = row.name[ctx.locale]
    const existing = byName.get(name)
    const count = (existing?.count ?? 0) + offers.length
    byName.set(name, { ...(existing ?? productOf(ctx, best, row)), type: 'product', name, count })
  }
  return [...byName.values()]
}
