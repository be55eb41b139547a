import { fold } from '#domain/search/folding.ts'
import type { MarketIndex } from './market-index.ts'
import type { Texts } from './texts.ts'
import { understand } from './understand.ts'

interface TextSet {
  texts: Texts
  /** Restricts the search to these texts. */
  among?: ReadonlySet<number>
}

/**
 * Returns for each set the texts with all words of a term, for lists that are filtered while typing. Uses the likeliest reading of the
 * term that finds any.
 */
const narrowed = ({ vocabulary }: MarketIndex, term: string, sets: readonly TextSet[]): ReadonlySet<number>[] => {
  for (const { words } of understand(vocabulary, term, true)) {
    const needed = words.filter((word) => word.needed).length
    const found = sets.map(({ texts, among }) => {
      const { found: own, matched } = texts.find(words, among)
      return new Set(matched === needed ? own.map(({ text }) => text) : [])
    })
    if (found.some(({ size }) => size > 0)) return found
  }
  return sets.map(() => new Set())
}

/** Returns the ids of suppliers whose names or categories match a term. */
export const suppliersNamed = (index: MarketIndex, term: string): ReadonlySet<number> => {
  const [texts = new Set<number>()] = narrowed(index, term, [{ texts: index.supplierTexts }])
  return new Set([...texts].flatMap((text) => (index.suppliersOf.get(text) ?? []).map(({ id }) => id)))
}

/** An item of a list that is filtered by a term: a supplier, or a product with its search text. */
export interface Listed {
  id: number
  supplierId: number | null
  searchText: string
}

/** Returns the ids of items that match a term. Withdrawn items are not in the index: their words are compared literally. */
export const listedNamed = (index: MarketIndex, term: string, all: readonly Listed[]): number[] => {
  const supplierTexts = new Map([...index.suppliersOf].flatMap(([text, own]) => own.map(({ id }) => [id, text] as const)))
  const indexed = all.map((one) => {
    const { supplierId, searchText } = one
    return { ...one, text: supplierId === null ? index.productTexts.idOf(searchText) : supplierTexts.get(supplierId) }
  })
  const textsOf = (isSupplier: boolean): ReadonlySet<number> =>
    new Set(indexed.flatMap(({ supplierId, text }) => ((supplierId !== null) === isSupplier && text !== undefined ? [text] : [])))
  const [products, suppliers] = narrowed(index, term, [
    { texts: index.productTexts, among: textsOf(false) },
    { texts: index.supplierTexts, among: textsOf(true) }
  ])
  const words = fold(term).split(' ')
  const isNamed = ({ supplierId, text, searchText }: (typeof indexed)[number]): boolean =>
    text === undefined
      ? words.every((word) => word !== '' && searchText.includes(word))
      : ((supplierId === null ? products : suppliers)?.has(text) ?? false)
  return indexed.filter(isNamed).map(({ id }) => id)
}
