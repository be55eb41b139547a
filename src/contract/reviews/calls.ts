import type { Locale } from '#domain/locale.ts'
import type { ReviewAnswers } from '#domain/reviews/answers.ts'
import type { SupplierKind } from '#domain/enums.ts'
import { endpoint, type Page } from '#contract/endpoint.ts'

export interface Review {
  id: number
  /** 1 to 5. */
  stars: number
  author: string
  /** In the requested language, otherwise in one it was written in; null: stars only. */
  text: { language: Locale; words: string } | null
  /** yyyy-mm-dd; of a rated order the month, yyyy-mm. */
  date: string
  /** Invented for a demo market. */
  demo: boolean
  /** What the supplier answered, in its own words; null without an answer. */
  answer: string | null
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

export interface NewReview {
  orderId: number
  supplierId: number
  answers: ReviewAnswers
  comment?: string
}

/** What can be said about one supplier's part of an order; `stars` is null until it is rated. */
export interface PartToReview {
  supplier: { id: number; name: string; kind: SupplierKind }
  stars: number | null
}

/** An order of the person. isReviewableOrder: something of it can still be rated. */
export interface OrderToReview {
  id: number
  orderNumber: string
  isReviewableOrder: boolean
  /** The person fetched it: nothing is asked about the way. */
  fetched: boolean
  parts: PartToReview[]
}

export const write = endpoint<{ body: NewReview; reply: OrderToReview }>()({
  method: 'POST',
  path: '/orders/review',
  access: 'user',
  perMinute: 30,
  codes: [
    'ORDER_NOT_FOUND',
    'SUPPLIER_NOT_FOUND',
    'RATING_TOO_EARLY',
    'RATING_IMPOSSIBLE_DUE_TO_DATE',
    'ALREADY_RATED',
    'TEXT_WITH_CONTACTS'
  ],
  about: 'Rates what one supplier made of a delivered order, once, within 14 days.'
})

export const reviewable = endpoint<{ reply: OrderToReview | null }>()({
  method: 'GET',
  path: '/orders/getReviewableOrder',
  access: 'user',
  codes: [],
  about: 'The last delivered order that can be rated and was not declined; null when there is none.'
})

export const decline = endpoint<{ body: { orderId: number; isReviewableOrder: boolean }; reply: null }>()({
  method: 'PUT',
  path: '/orders/reviewableOrder',
  access: 'user',
  codes: ['ORDER_NOT_FOUND'],
  about: 'With isReviewableOrder false the order is not offered again; rating it from its page stays possible.'
})

export const ofOrder = endpoint<{ params: { id: number }; reply: OrderToReview }>()({
  method: 'GET',
  path: '/orders/review/:id',
  access: 'user',
  codes: ['ORDER_NOT_FOUND'],
  about: 'What of an order was rated, and what can be; nothing before it is delivered.'
})
