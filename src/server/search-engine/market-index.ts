import { setTimeout as setTimeoutPromise } from 'node:timers/promises'
import { LOCALES, type Words } from '#domain/locale.ts'
import { fold } from '#domain/search/folding.ts'
import { Cache, slot } from '#server/cache.ts'
import type { ReadDb } from '#server/db/reader.ts'
import {
  changedBetween,
  type CategoryRow,
  type Directory,
  type DirectorySupplier,
  type Snapshot
} from '#server/catalogue-memory/directory.ts'
import { NO_PRODUCTS, updateProductTexts, type ProductTexts } from './product-texts.ts'
import { synonyms } from './synonyms.ts'
import { Texts } from './texts.ts'
import { Vocabulary } from './vocabulary.ts'

/** Sources of the market's data. */
export interface MarketSource {
  directory: Directory
  readDb: ReadDb
}

/** The search index of the market in memory: words, names, and the products and suppliers they belong to. */
export interface MarketIndex {
  version: number
  /** Values derived from this index. */
  cache: Cache
  market: Snapshot
  vocabulary: Vocabulary
  productTexts: Texts
  products: ProductTexts
  supplierTexts: Texts
  /** Suppliers of each text of `supplierTexts`. */
  suppliersOf: ReadonlyMap<number, readonly DirectorySupplier[]>
  categoryTexts: Texts
  categoriesOf: ReadonlyMap<number, readonly CategoryRow[]>
}

interface State {
  index: MarketIndex | null
  rebuilding: Promise<MarketIndex> | null
}
const STATE = slot<State>('search index')

/** Searches wait this long for an index that is being rebuilt, then use the previous one. */
const MAX_WAIT_MS = 400
const WARM_AFTER_MS = 1_500
/** The index is rebuilt from scratch when it has this many times more texts than products. */
const MAX_UNUSED = 3

/** Builds the index shortly after the start, so that the first search does not wait. Rejects when it fails; the first search tries again. */
export const warmSearch = async (directory: Directory, readDb: () => ReadDb): Promise<void> => {
  await setTimeoutPromise(WARM_AFTER_MS, undefined, { ref: false })
  await marketIndex({ directory, readDb: readDb() })
}

/** Returns the search index, built on first use and updated on the first use after an import. */
export const marketIndex = async (ctx: MarketSource): Promise<MarketIndex> => {
  const market = await ctx.directory.read()
  const state = ctx.directory.cache.get(STATE, () => ({ index: null, rebuilding: null }))
  if (state.index?.version === market.version) return state.index
  state.rebuilding ??= rebuild(ctx, state.index, market)
    .then((index) => (state.index = index))
    .finally(() => (state.rebuilding = null))
  const { index, rebuilding } = state
  if (!index) return rebuilding
  // On failure callers with an older index use that, and the next search tries again.
  rebuilding.catch(() => undefined)
  return Promise.race([rebuilding, new Promise<MarketIndex>((resolve) => setTimeout(resolve, MAX_WAIT_MS, index).unref())])
}

const rebuild = async (ctx: Pick<MarketSource, 'readDb'>, previous: MarketIndex | null, market: Snapshot): Promise<MarketIndex> => {
  const changed = previous && (await changedBetween(ctx.readDb, previous.version, market.version))
  const fromScratch = !previous || !changed || previous.productTexts.count > MAX_UNUSED * (previous.products.products.length + 1_000)
  const vocabulary = fromScratch ? new Vocabulary() : previous.vocabulary
  const productTexts = fromScratch ? new Texts(vocabulary) : previous.productTexts
  const supplierIds = market.suppliers.map(({ id }) => id)
  const changedIds = new Set(fromScratch ? [] : changed)
  const products = await updateProductTexts(
    ctx.readDb,
    productTexts,
    fromScratch ? NO_PRODUCTS : previous.products,
    changedIds,
    fromScratch ? supplierIds : supplierIds.filter((id) => changedIds.has(id))
  )
  const supplierTexts = new Texts(vocabulary)
  const suppliersOf = groupByText(supplierTexts, market.suppliers, ({ name, alias, categories }) => {
    const groups = new Set(categories.flatMap((category) => namesOf(category.name)))
    return `${[...namesOf(name), fold(alias)].join('|')}|||${[...groups].join(' ')}`
  })
  const categoryTexts = new Texts(vocabulary)
  const categoriesOf = groupByText(categoryTexts, market.categories, ({ name }) => namesOf(name).join('|'))
  if (fromScratch) vocabulary.addSynonyms(synonyms())
  vocabulary.sort()
  return {
    version: market.version,
    cache: new Cache(),
    market,
    vocabulary,
    productTexts,
    products: products,
    supplierTexts,
    suppliersOf,
    categoryTexts,
    categoriesOf
  }
}

const namesOf = (words: Words): string[] => LOCALES.map((locale) => fold(words[locale]))

const groupByText = <T>(texts: Texts, all: readonly T[], textOf: (one: T) => string): Map<number, T[]> =>
  Map.groupBy(all, (one) => texts.add(textOf(one)))
