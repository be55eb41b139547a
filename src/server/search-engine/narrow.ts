import { fold } from '#domain/search/folding.ts'
import type { MarketIndex } from './market-index.ts'
import type { Texts } from './texts.ts'
import { understand } from './understand.ts'

interface TextSet {
  texts: Texts
  /** Of its texts only these. */
  among?: ReadonlySet<number>
}

/**
 * Texts in which all words of a term stand, for lists that narrow while somebody types: of the likeliest reading of the term that finds any
 * on one of the shelves. In the order of the shelves.
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

/** Ids of the suppliers whose names or categories a term names. */
export const suppliersNamed = (index: MarketIndex, term: string): ReadonlySet<number> => {
  const [texts = new Set<number>()] = narrowed(index, term, [{ texts: index.supplierTexts }])
  return new Set([...texts].flatMap((text) => (index.suppliersOf.get(text) ?? []).map(({ id }) => id)))
}

/** Something of a list that a term narrows: a supplier that is sold from, or the text that a product is found by. */
export interface Listed {
  id: number
  supplierId: number | null
  searchText: string
}

/** Ids of those that a term names. What left the market is in no index: its words are compared as they are written. */
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
