import type { Locale } from '#domain/locale.ts'
import { endpoint, type Page } from '#contract/endpoint.ts'

export interface Review {
  id: number
  /** 1 to 5. */
  stars: number
  author: string
  /** In the requested language, otherwise in one it was written in; null: stars only. */
  text: { language: Locale; words: string } | null
  /** yyyy-mm-dd */
  date: string
  /** Invented for a demo market. */
  demo: boolean
}

export interface ReviewsPage extends Page<Review> {
  /** The supplier's rating: all ratings, with or without a review. null: none. */
  rating: { average: number; count: number } | null
  /** Number of reviews with 1, 2, 3, 4 and 5 stars. */
  stars: [number, number, number, number, number]
}

export const ofSupplier = endpoint<{ params: { id: number }; query: { skip?: number; take?: number }; reply: ReviewsPage }>()({
  method: 'GET',
  path: '/suppliers/:id/reviews',
  access: 'public',
  codes: ['SUPPLIER_NOT_FOUND'],
  about: 'Reviews of a supplier, the newest first, with how its stars are spread. take is 10, at most 48.'
})
