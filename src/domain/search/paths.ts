import { LISTING_PATH, supplierPath, type SupplierKind } from '#domain/enums.ts'

/** Parameters of a search in its address; each combination is a page of its own. */
export interface SearchPlace {
  term: string
  /** A tab; missing means all. */
  tab?: string | undefined
  /** Search in the menu of a supplier, by alias. */
  supplier?: string | undefined
  /** Key of a city, and a rounded point: what delivers there. */
  city?: string | undefined
  near?: string | undefined
  /** Also what does not deliver there. */
  anywhere?: boolean | undefined
  /** Open suppliers only. */
  open?: boolean | undefined
}

/** Path of a search without the language; parameters are in a fixed order. */
export const searchPath = ({ term, tab, supplier, city, near, anywhere, open }: SearchPlace): string => {
  const query = new URLSearchParams()
  if (supplier) query.set('supplier', supplier)
  query.set('term', term)
  if (tab && tab !== 'all') query.set('tab', tab)
  if (city) query.set('city', city)
  if (near) query.set('near', near)
  if (anywhere) query.set('anywhere', '1')
  if (open) query.set('open', '1')
  return `/search?${query}`
}

/** Target of a suggestion, as the API returns it. */
export type SuggestionTarget =
  | { type: 'term' | 'recent'; name: string }
  | { type: 'product'; id: number; name: string; count: number }
  | { type: 'supplier'; kind: SupplierKind; alias: string }
  | { type: 'category'; kind: SupplierKind; key: string }

/** Path of a suggestion without the language; a product of several suppliers leads to the search. */
export const suggestedPath = (target: SuggestionTarget): string => {
  if (target.type === 'supplier') return supplierPath(target.kind, target.alias)
  if (target.type === 'category') return `${LISTING_PATH[target.kind]}?category=${target.key}`
  if (target.type !== 'product') return searchPath({ term: target.name })
  return target.count === 1 ? `/products/${target.id}` : searchPath({ term: target.name })
}
