import { LOCALES, type Locale } from '#domain/locale.ts'
import { languageOfLetters } from '#domain/search/endings.ts'
import { foldedWords } from '#domain/search/folding.ts'
import { headsOf } from '#domain/search/heads.ts'
import { slot } from '#server/cache.ts'
import type { DirectorySupplier } from '#server/catalogue-memory/directory.ts'
import type { MarketIndex } from './market-index.ts'
import type { Meanings } from './meanings.ts'
import type { Found } from './texts.ts'
import { understand, widened, type TermWord, type Understanding } from './understand.ts'

export interface Findings {
  term: string
  words: readonly TermWord[]
  /** Whether the results are for a correction, because the typed words find nothing. */
  altered: boolean
  /** Share of the needed words that are found together, 0 to 1. */
  share: number
  /** Texts of products and of suppliers, best first. */
  products: readonly Found[]
  suppliers: readonly Found[]
  /** Only products of these suppliers count: the term names them. */
  within?: ReadonlySet<number> | undefined
}

const LATIN = languageOfLetters('a')
const NOTHING = { words: [], altered: false, share: 0, products: [], suppliers: [] }

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

/** Fit of a word that was typed as it is written, but for its ending. */
const LITERAL_FIT = 0.84

/** The same for a word that is found alone, without the others of its term. */
const HEAD_FIT = 0.88
const HEAD_LENGTH = 5
/** Letters that are enough for exactly such a word. */
const EXACT_HEAD_LENGTH = 4
/** Share of the needed words from which results may lack others. */
const MIN_SHARE_OF_WORDS = 0.6

const isLiteral = (term: string, { typed, meanings, known }: TermWord, minFit = LITERAL_FIT, minLength = 3): boolean =>
  known &&
  typed.length >= minLength &&
  !/^[\d.,]+$/.test(typed) &&
  Math.max(0, ...meanings.values()) >= minFit &&
  term.includes(typed.toLowerCase())

/** Whether a word is enough without the others of its term. */
const isTelling = (term: string, word: TermWord | undefined): boolean =>
  word !== undefined && (isLiteral(term, word, HEAD_FIT, HEAD_LENGTH) || isLiteral(term, word, 1, EXACT_HEAD_LENGTH))

/** Whether results that lack some words of the term are worth showing: the others are most of its words and letters, found as typed. */
const isWorthShowing = (term: string, words: readonly TermWord[], share: number): boolean => {
  if (share === 1) return true
  const needed = words.filter((word) => word.needed)
  const lettersOf = (some: readonly TermWord[]): number => some.reduce((sum, { typed }) => sum + typed.length, 0)
  return share >= MIN_SHARE_OF_WORDS && 2 * lettersOf(needed.filter((word) => isLiteral(term, word))) > lettersOf(needed)
}

/** The reading with only the thing itself needed: "sofa" in "ikea sofa". Null when that was not found as typed: "playstation 5". */
const headOnly = (term: string, { words, ...reading }: Understanding): Understanding | null => {
  const folded = words.map(({ typed }) => foldedWords(typed).join(''))
  const language = LOCALES.find((_, at) => languageOfLetters(words[0]?.typed ?? '') === 1 << at) ?? 'en'
  const heads = headsOf(folded, language, new Set()).filter((at) => words[at]?.needed)
  const isFound = heads.length > 0 && heads.every((at) => isTelling(term, words[at]))
  const sure = (meanings: Meanings): Meanings => new Map([...meanings].filter(([, fit]) => fit >= HEAD_FIT))
  const alone = words.map((word, at) =>
    heads.includes(at) ? { ...word, meanings: sure(word.meanings), needed: true } : { ...word, needed: false }
  )
  return isFound ? { ...reading, words: alone } : null
}

/**
 * Searches the whole market, or the products of one supplier. Uses the first reading of the term that finds all its words, also as a
 * supplier's name with products of that supplier; else the one that finds the most.
 */
export const findTerm = (
  index: MarketIndex,
  term: string,
  { supplierId, typing, locale }: { supplierId?: number; typing?: boolean; locale?: Locale } = {}
): Findings => {
  const among = supplierId === undefined ? undefined : textsOf(index, supplierId)
  const readings = understand(index.vocabulary, term, typing)
  const lower = term.toLowerCase()
  let best: Findings | null = null
  const attempt = (reading: Understanding): boolean => {
    const { words, altered, together } = reading
    const needed = words.filter((word) => word.needed).length
    const products = index.productTexts.find(words, among, locale && languageBits(words, locale))
    const suppliers = among ? { found: [], matched: 0 } : index.supplierTexts.find(words)
    const available = products.found.filter(({ text }) => isSold(index, text))
    const matched = Math.max(available.length > 0 ? products.matched : 0, suppliers.matched)
    const isWhole = available.length > 0 && products.matched >= needed
    const atSupplier = isWhole || among ? null : findAtSupplier(index, words, locale)
    if (atSupplier) {
      best = { term, words, altered, share: 1, ...atSupplier }
      return true
    }
    if (available.length + suppliers.found.length === 0) return false
    const share = needed === 0 ? 1 : Math.min(1, matched / needed)
    if ((best && best.share >= share) || (together && share < 1) || !isWorthShowing(lower, words, share)) return false
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
  if (first && (best as Findings | null)?.share !== 1) attempt(widened(index.vocabulary, first))
  const head = best || !first ? null : headOnly(lower, first)
  if (head && attempt(head) && best) return namedAlone(index, best, head)
  return best ?? { ...NOTHING, term }
}

/** What a thing finds without the other words of its term: only products whose names have it. */
const namedAlone = (index: MarketIndex, found: Findings, { words }: Understanding): Findings => {
  const heads = words.filter(({ needed }) => needed)
  const products = found.products.filter(({ text }) => index.productTexts.isNamed(text, heads))
  return { ...found, products, share: MIN_SHARE_OF_WORDS, altered: false }
}

/** Reads the beginning or the end of a term as the whole name of a supplier and the rest as its products; null when that finds none. */
const findAtSupplier = (
  index: MarketIndex,
  words: readonly TermWord[],
  locale: Locale | undefined
): Pick<Findings, 'products' | 'suppliers' | 'within'> | null => {
  const { supplierTexts, suppliersOf, productTexts } = index
  for (let length = words.length - 1; length > 0; length -= 1)
    for (const from of [0, words.length - length]) {
      const named = words.slice(from, from + length)
      const rest = [...words.slice(0, from), ...words.slice(from + length)]
      const needed = rest.filter((word) => word.needed).length
      if (needed === 0) continue
      const suppliers = supplierTexts.find(named).found.filter(({ text }) => supplierTexts.isName(text, named))
      const ids = suppliers.flatMap(({ text }) => (suppliersOf.get(text) ?? []).map(({ id }) => id))
      const texts = new Set(ids.flatMap((id) => [...textsOf(index, id)]))
      if (texts.size === 0) continue
      const products = productTexts.find(rest, texts, locale && languageBits(rest, locale))
      if (products.found.length > 0 && products.matched >= needed) return { products: products.found, suppliers, within: new Set(ids) }
    }
  return null
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
  /** Whether the supplier's name or category matches, or the term asks for its kind; otherwise its products match. */
  named: boolean
  score: number
  goods: number
}
