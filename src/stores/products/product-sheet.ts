import { atom } from 'nanostores'
import * as catalogue from '#contract/catalogue/calls.ts'
import type { Product } from '#contract/catalogue/calls.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'

/** What was on the card that was pressed: shown until the product comes. */
export interface CardSeen {
  productId: number
  name: string
  /** As it is written there. */
  price: string
  /** Address and tint class of the picture. */
  picture: string
  tint: string
}

export type ProductSheet =
  | { state: 'loading'; card: CardSeen | null }
  | { state: 'missing' }
  | { state: 'failed'; failure: Failure }
  | { state: 'ready'; product: Product }

const $productSheet = atom<ProductSheet>({ state: 'loading', card: null })
export { $productSheet }

/** Answers of this page: shown at once, and asked for again when they are older than this, in milliseconds. */
const known = new Map<number, { product: Product; at: number }>()
const FRESH = 5_000
interface Question {
  id: number
  answer: Promise<void>
}
let asked: Question | null = null

/** Begins the sheet with what its card says. */
export const showCard = (card: CardSeen): void => {
  if (known.has(card.productId)) return
  const sheet = $productSheet.get()
  if (sheet.state === 'ready' && sheet.product.id === card.productId) return
  $productSheet.set({ state: 'loading', card })
}

/** Loads the product of the sheet; only the last one asked for counts, and it is asked for once at a time. */
export const loadProduct = (id: number): Promise<void> => {
  if (asked?.id === id) return asked.answer
  const own: Question = { id, answer: load(id, () => asked?.id === id) }
  asked = own
  return own.answer.finally(() => {
    if (asked === own) asked = null
  })
}

const load = async (id: number, isWanted: () => boolean): Promise<void> => {
  const before = $productSheet.get()
  const seen = known.get(id)
  if (seen) $productSheet.set({ state: 'ready', product: seen.product })
  else if (before.state !== 'loading' || before.card?.productId !== id) $productSheet.set({ state: 'loading', card: null })
  if (seen && environment().now() - seen.at < FRESH) return
  let next: ProductSheet
  try {
    const product = await environment().call(catalogue.product, { params: { id }, query: {} })
    known.set(id, { product, at: environment().now() })
    next = { state: 'ready', product }
  } catch (cause) {
    if (isFailure(cause, 'ARTICLE_NOT_FOUND', 'NOT_FOUND', 'BAD_REQUEST')) next = { state: 'missing' }
    else if (seen) return
    else next = { state: 'failed', failure: failureOf(cause) }
  }
  if (isWanted()) $productSheet.set(next)
}
