import { LISTING_PATH, supplierPath, type SupplierKind } from '#domain/enums.ts'

/** What of a search stands in its address; all of it makes another page. */
export interface SearchPlace {
  term: string
  /** A tab; missing is all. */
  tab?: string | undefined
  /** Inside the menu of a supplier, by alias. */
  supplier?: string | undefined
}

/** Where a search is shown, without the language: the same parameters always in the same order. */
export const searchPath = ({ term, tab, supplier }: SearchPlace): string => {
  const query = new URLSearchParams()
  if (supplier) query.set('supplier', supplier)
  query.set('term', term)
  if (tab && tab !== 'all') query.set('tab', tab)
  return `/search?${query}`
}

/** What a suggestion leads to, as the API writes it. */
export type SuggestedThing =
  | { type: 'product'; id: number; name: string; count: number }
  | { type: 'supplier'; kind: SupplierKind; alias: string }
  | { type: 'category'; kind: SupplierKind; key: string }

/** Where a suggestion leads, without the language: a product that stands in several places to all of them. */
export const suggestedPath = (thing: SuggestedThing): string => {
  if (thing.type === 'supplier') return supplierPath(thing.kind, thing.alias)
  if (thing.type === 'category') return `${LISTING_PATH[thing.kind]}?category=${thing.key}`
  return thing.count === 1 ? `/products/${thing.id}` : searchPath({ term: thing.name })
}
