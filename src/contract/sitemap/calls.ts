import { endpoint } from '#contract/endpoint.ts'

/** Addresses without a language, as sitemaps need them. */
export interface SiteOverview {
  /** Listings, their categories, and text pages. */
  pages: string[]
  suppliers: string[]
  campaigns: string[]
  /** Numbers of the pieces with products; a product never changes its piece. */
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
