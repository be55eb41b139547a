import { endpoint } from '#contract/endpoint.ts'

/** Addresses without a language, as sitemaps name them. */
export interface SiteOverview {
  /** Listings, what narrows them down, and pages of text. */
  pages: string[]
  suppliers: string[]
  campaigns: string[]
  /** Numbers of the pieces that hold products; a product stays in its piece for ever. */
  productPieces: number[]
}

export const overview = endpoint<{ reply: SiteOverview }>()({
  method: 'GET',
  path: '/sitemap',
  access: 'public',
  codes: [],
  about: 'Every page that search engines may know, products apart.'
})

export const products = endpoint<{ params: { piece: number }; reply: { ids: number[] } }>()({
  method: 'GET',
  path: '/sitemap/products/:piece',
  access: 'public',
  codes: [],
  perMinute: 120,
  about: 'Ids of the products of one piece, at most 40,000; goods for adults apart.'
})
