import type { SupplierKind } from '#domain/enums.ts'
import { LOCALES, type Locale } from '#domain/locale.ts'
import { languageOfLetters } from '#domain/search/endings.ts'
import { slot } from '#server/cache.ts'
import type { DirectorySupplier } from '#server/catalogue-memory/directory.ts'
import type { MarketIndex } from './market-index.ts'
import type { Found } from './texts.ts'
import { understand, widened, type TermWord, type Understanding } from './understand.ts'

export interface Findings {
  term: string
  words: readonly TermWord[]
  /** Whether the results are for a correction, because the typed words find nothing. */
  altered: boolean
  /** Texts of products and of suppliers, best first. */
  products: readonly Found[]
  suppliers: readonly Found[]
}

const LATIN = languageOfLetters('a')
const NOTHING = { words: [], altered: false, products: [], suppliers: [] }

/** Suppliers whose texts are cached: a search in a menu is usually followed by more. */
const MAX_CACHED = 200
const TEXTS = slot<Map<number, Set<number>>>('texts by supplier')

/** Returns the texts with products of a supplier. */
const textsOf = (index: MarketIndex, supplierId: number): Set<number> => {
  const cache = index.cache.get(TEXTS, () => new Map())
  const texts = cache.get(supplierId) ?? readTexts(index, supplierId)
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(supplierId, texts)
  return texts
}

const readTexts = ({ products: lists }: MarketIndex, supplierId: number): Set<number> => {
  const texts = new Set<number>()
  for (let text = 0; text + 1 < lists.starts.length; text += 1)
    for (let at = lists.starts[text] ?? 0; at < (lists.starts[text + 1] ?? 0); at += 1)
      if (lists.suppliers[at] === supplierId) texts.add(text)
  return texts
}

/**
 * Searches the whole market, or the products of one supplier. Uses the first reading of the term that finds all its words, else the one
 * that finds the most. `locale`: the reader's language, if known.
 */
export const findTerm = (
  index: MarketIndex,
  term: string,
  { supplierId, typing, locale }: { supplierId?: number; typing?: boolean; locale?: Locale } = {}
): Findings => {
  const among = supplierId === undefined ? undefined : textsOf(index, supplierId)
  const readings = understand(index.vocabulary, term, typing)
  let best: (Findings & { share: number }) | null = null
  const attempt = ({ words, altered, together }: Understanding): boolean => {
    const needed = Math.max(1, words.filter((word) => word.needed).length)
    const products = index.productTexts.find(words, among, locale && languageBits(words, locale))
    const suppliers = among ? { found: [], matched: 0 } : index.supplierTexts.find(words)
    const available = products.found.filter(({ text }) => isSold(index, text))
    const matched = Math.max(available.length > 0 ? products.matched : 0, suppliers.matched)
    if (available.length + suppliers.found.length === 0) return false
    const share = Math.min(1, matched / needed)
    if ((best && best.share >= share) || (together && share < 1)) return false
    const complete = (list: readonly Found[], own: number): readonly Found[] => (own === matched ? list : [])
    best = {
      term,
      words,
      altered,
      share,
      products: complete(available, products.matched),
      suppliers: complete(suppliers.found, suppliers.matched)
    }
    return share === 1
  }
  for (const reading of readings) if (attempt(reading)) break
  const first = readings.find(({ together }) => !together)
  if (first && (best as { share: number } | null)?.share !== 1) attempt(widened(index.vocabulary, first))
  return best ?? { ...NOTHING, term }
}

/** Returns the languages of the letters as bits. Latin letters are used for all languages, so they count as the reader's. */
const languageBits = (words: readonly TermWord[], locale: Locale): number =>
  words.reduce((bits, { typed }) => {
    const letters = languageOfLetters(typed)
    return bits | (letters === LATIN ? 1 << LOCALES.indexOf(locale) : letters)
  }, 0)

const isSold = ({ products: { starts } }: MarketIndex, text: number): boolean => (starts[text + 1] ?? 0) > (starts[text] ?? 0)

type SupplierPredicate = (supplier: DirectorySupplier) => boolean

/** Scores within this distance count as equal, so that results alternate between texts. */
const SCORE_BAND = 0.04

/** Returns a page of product ids: best texts first; texts with equal scores alternate. */
export const pageOfProducts = (
  index: MarketIndex,
  found: readonly Found[],
  matches: SupplierPredicate,
  skip: number,
  take: number
): number[] => {
  const { products: lists, market } = index
  const ids: number[] = []
  let skipped = 0
  for (let from = 0; from < found.length && ids.length < take;) {
    const top = found[from]?.score ?? 0
    let to = from
    const band: number[][] = []
    while (to < found.length && top - (found[to]?.score ?? 0) < SCORE_BAND) {
      const { text } = found[to] ?? { text: 0 }
      const own: number[] = []
      for (let at = lists.starts[text] ?? 0; at < (lists.starts[text + 1] ?? 0); at += 1) {
        const supplier = market.byId.get(lists.suppliers[at] ?? 0)
        if (supplier && matches(supplier)) own.push(lists.products[at] ?? 0)
      }
      if (own.length > 0) band.push(own)
      to += 1
    }
    from = to
    const size = band.reduce((sum, own) => sum + own.length, 0)
    if (skipped + size <= skip) {
      skipped += size
      continue
    }
    for (let round = 0, left = size; left > 0 && ids.length < take; round += 1)
      for (const own of band) {
        const id = own[round]
        if (id === undefined) continue
        left -= 1
        if (skipped >= skip && ids.length < take) ids.push(id)
        skipped += 1
      }
  }
  return ids
}

export interface SupplierHit {
  supplier: DirectorySupplier
  /** Whether the supplier's name or category matches; otherwise its products do. */
  named: boolean
  score: number
  goods: number
}

/** Returns the suppliers that a term finds, and the number of products by kind of supplier. */
export const suppliersSelling = (index: MarketIndex, { products, suppliers }: Findings) => {
  const { products: lists, market, suppliersOf } = index
  const hits = new Map<number, SupplierHit>()
  const productsByKind = new Map<SupplierKind, number>()
  for (const { text, score } of suppliers)
    for (const supplier of suppliersOf.get(text) ?? []) hits.set(supplier.id, { supplier, named: true, score, goods: 0 })
  for (const { text, score } of products)
    for (let at = lists.starts[text] ?? 0; at < (lists.starts[text + 1] ?? 0); at += 1) {
      const id = lists.suppliers[at] ?? 0
      const hit = hits.get(id)
      const supplier = hit?.supplier ?? market.byId.get(id)
      if (!supplier) continue
      productsByKind.set(supplier.kind, (productsByKind.get(supplier.kind) ?? 0) + 1)
      if (hit) hit.goods += 1
      else hits.set(id, { supplier, named: false, score, goods: 1 })
    }
  return { sellers: [...hits.values()], productsByKind }
}
