import type { SupplierKind } from '#domain/enums.ts'
import type { ProductCard, SupplierCard } from '#contract/catalogue/calls.ts'
import { endpoint, type Page } from '#contract/endpoint.ts'

/** Favourite types of spec section 3; `supplier` is every kind of supplier. */
export type FavouriteType = 'all' | 'supplier' | 'article' | SupplierKind

interface FavouriteBase {
  /** Id of the supplier or of the product. */
  id: number
  /** Also set for withdrawn products and suppliers; masked like cards of products for adults. */
  name: string
  picture: string
  hue: number
  /** Kind of the supplier, or of the product's supplier. */
  kind: SupplierKind
  /** ISO +04:00. */
  addedAt: string
  /** The product or its supplier left the market: there is no card. */
  isGone: boolean
}
export type Favourite =
  | (FavouriteBase & { type: 'supplier'; supplier: SupplierCard | null })
  | (FavouriteBase & { type: 'article'; article: ProductCard | null })

export interface FavouritesQuery {
  type: FavouriteType
  /** Number of a supplier type (spec section 3); 7 is all. Products count by their supplier. */
  SupplierType?: number
  take: number
  skip: number
  /** Words of names, in any language. */
  term?: string
}

export const addSupplier = endpoint<{ body: { supplierId: number }; reply: { type: 'supplier'; id: number } }>()({
  method: 'POST',
  path: '/favorites/supplier',
  access: 'user',
  codes: ['SUPPLIER_NOT_FOUND'],
  about: "Puts a supplier among the caller's favourites; the same again changes nothing. At most 500, then BAD_REQUEST (favorites)."
})

export const addArticle = endpoint<{ body: { articleId: number }; reply: { type: 'article'; id: number } }>()({
  method: 'POST',
  path: '/favorites/article',
  access: 'user',
  codes: ['ARTICLE_NOT_FOUND'],
  about: "Puts a product among the caller's favourites; the same again changes nothing. At most 500, then BAD_REQUEST (favorites)."
})

export const list = endpoint<{ query: Partial<FavouritesQuery>; reply: Page<Favourite> }>()({
  method: 'GET',
  path: '/favorites',
  access: 'user',
  codes: [],
  about: "The caller's favourites, the newest first; what left the market stays and says so."
})

export const remove = endpoint<{ params: { id: number }; query: { type?: FavouriteType }; reply: { removed: true } }>()({
  method: 'DELETE',
  path: '/favorites/:id',
  access: 'user',
  codes: ['NOT_FOUND'],
  about: 'Takes a favourite away: the id is that of the product for type "article", that of the supplier for any other (the default).'
})
