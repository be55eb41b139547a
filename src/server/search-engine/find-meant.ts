import type { SupplierKind } from '#domain/enums.ts'
import type { Locale } from '#domain/locale.ts'
import { conceptIn, misspelledConcept, withoutPictures } from '#domain/search/concepts.ts'
import { slot } from '#server/cache.ts'
import { ID, PROPERTIES, propertyBits, TURN, WIDTH, type ProductList } from '#server/catalogue-memory/product-lists.ts'
import { concepts } from './concepts.ts'
import { findTerm, type Findings } from './find.ts'
import type { MarketIndex } from './market-index.ts'
import type { Found } from './texts.ts'

/** Product lists of the market by supplier. */
export type ListsBySupplier = ReadonlyMap<number, ProductList>

/** Which suppliers a term asks for besides those that its words find. */
export interface SupplierRequest {
  kinds: readonly SupplierKind[]
  categories: readonly string[]
}
export interface Meant extends Findings {
  /** Bits of the properties that texts after the first `literal` ones must have. */
  properties: number
  literal: number
  asked: SupplierRequest | null
  /** The phrase that was meant, when slips of the term turn it into one. */
  corrected?: string | undefined
}

interface FindOptions {
  locale: Locale
  typing?: boolean
  lists: ListsBySupplier
}

const ENGLISH: Locale = 'en'
const EXACT_FIT = 0.84
const MAX_BY_PROPERTY = 5_000
const BY_PROPERTY = slot<Map<string, readonly Found[]>>('texts by property')

/**
 * Searches the market for a term, also for what its words ask for: diets, kinds of suppliers, occasions and emoji. Products whose names
 * hold the words come first.
 */
export const findMeant = (index: MarketIndex, term: string, options: FindOptions): Meant => {
  const meant = findAsTyped(index, term, options)
  const corrected = meant.products.length + meant.suppliers.length > 0 || meant.asked ? null : misspelledConcept(concepts(), term)
  return corrected === null ? meant : { ...findAsTyped(index, corrected, options), term, corrected }
}

const findAsTyped = (index: MarketIndex, term: string, { locale, typing = false, lists }: FindOptions): Meant => {
  const words = withoutPictures(concepts(), term)
  // What a picture or a concept stands for is written in English, whatever the reader's language.
  const own = words === term ? locale : ENGLISH
  const found = { ...findTerm(index, words, { locale: own, typing }), term }
  const plain: Meant = { ...found, properties: 0, literal: found.products.length, asked: null }
  const concept = conceptIn(concepts(), words)
  if (!concept || (found.share === 1 && found.within)) return plain
  const keysOf = (kind: string): string[] =>
    concept.means.flatMap((one) => (one.startsWith(`${kind}:`) ? [one.slice(kind.length + 1)] : []))
  const terms = concept.means.filter((one) => !one.includes(':'))
  const isExact = found.share === 1 && !found.altered && isLiteral(found)
  const literal: readonly Found[] = isExact ? found.products : []
  const known = propertyBits(index.market)
  const properties = keysOf('property').reduce((bits, key) => bits | (known.get(key) ?? 0), 0)
  if (properties !== 0) {
    const rest = concept.rest === '' ? null : findTerm(index, concept.rest, { locale, typing })
    if (rest && rest.share < 1) return plain
    const texts = rest ? rest.products : textsWith(index, properties, lists, keysOf('kind'))
    return { ...found, ...merged(found, literal, texts), properties, asked: null }
  }
  // A kind of supplier with other words is noise unless the words find nothing as they stand.
  if (concept.rest !== '' && found.share === 1 && !found.altered) return plain
  if (concept.rest !== '' && terms.length === 0) {
    const rest = findTerm(index, concept.rest, { locale, typing })
    return rest.share === 1 ? { ...rest, term, properties: 0, literal: rest.products.length, asked: null } : plain
  }
  const asked = { kinds: keysOf('kind') as SupplierKind[], categories: keysOf('category') }
  const others = terms.map((one) => findTerm(index, one, { locale: ENGLISH })).filter(({ share }) => share === 1)
  const inTurn = others.flatMap(({ products }, turn) => products.map(({ text, score }) => ({ text, score: score - 2 * turn })))
  const isAsked = asked.kinds.length + asked.categories.length > 0
  return { ...found, ...merged(found, inTurn, literal), literal: 0, properties: 0, asked: isAsked ? asked : null }
}

/** Whether every needed word was typed as it is written, but for its ending. */
const isLiteral = ({ words }: Findings): boolean =>
  words.every(({ needed, meanings }) => !needed || Math.max(0, ...meanings.values()) >= EXACT_FIT)

/** The first texts, then the others that are not among them, below in score; what was found otherwise is not a correction. */
const merged = (found: Findings, first: readonly Found[], others: readonly Found[]) => {
  const seen = new Set<number>()
  const lowest = first.reduce((least, { score }) => Math.min(least, score), Infinity)
  const top = others[0]?.score ?? 0
  const unseen = ({ text }: Found): boolean => {
    if (seen.has(text)) return false
    seen.add(text)
    return true
  }
  const products = [
    ...first.filter(unseen),
    ...others.filter(unseen).map(({ text, score }) => ({ text, score: first.length > 0 ? lowest - 1 - top + score : score }))
  ]
  return {
    products,
    literal: first.length,
    suppliers: found.share === 1 && !found.altered ? found.suppliers : [],
    altered: products.length > 0 ? false : found.altered,
    share: 1
  }
}

/** Returns the texts of products with all these properties, those of suppliers of these kinds and recommended ones first. */
const textsWith = (index: MarketIndex, properties: number, lists: ListsBySupplier, kinds: readonly string[]): readonly Found[] => {
  const cache = index.cache.get(BY_PROPERTY, () => new Map())
  const key = `${properties} ${kinds.join(' ')}`
  const cached = cache.get(key) ?? readTextsWith(index, properties, lists, kinds)
  cache.set(key, cached)
  return cached
}

const readTextsWith = (
  { products: all, market }: MarketIndex,
  properties: number,
  lists: ListsBySupplier,
  kinds: readonly string[]
): Found[] => {
  const scores = new Map<number, number>()
  for (const [supplierId, list] of lists) {
    const preferred = kinds.includes(market.byId.get(supplierId)?.kind ?? '') ? 1 : 0
    for (let at = 0; at < list.length; at += WIDTH)
      if (((list[at + PROPERTIES] ?? 0) & properties) === properties)
        scores.set(list[at + ID] ?? 0, preferred + 1 - Math.min(list[at + TURN] ?? 0, 1_000) / 2_000)
  }
  const found: Found[] = []
  for (let text = 0; text + 1 < all.starts.length; text += 1) {
    let score = 0
    for (let at = all.starts[text] ?? 0; at < (all.starts[text + 1] ?? 0); at += 1)
      score = Math.max(score, scores.get(all.products[at] ?? 0) ?? 0)
    if (score > 0) found.push({ text, score })
  }
  return found.sort((a, b) => b.score - a.score || a.text - b.text).slice(0, MAX_BY_PROPERTY)
}
