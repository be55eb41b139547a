import { atom } from 'nanostores'
import * as catalogue from '#contract/catalogue/calls.ts'
import type { Product } from '#contract/catalogue/calls.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'

/** Content of the pressed card: shown until the product is loaded. */
export interface CardSeen {
  productId: number
  name: string
  /** As formatted on the card. */
  price: string
  /** URL and tint class of the picture. */
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

/** Products loaded on this page: shown at once, and reloaded when older than FRESH_MS. */
const cache = new Map<number, { product: Product; at: number }>()
const FRESH_MS = 5_000
interface PendingRequest {
  id: number
  done: Promise<void>
}
let pending: PendingRequest | null = null

/** Shows the card's content in the sheet while the product loads. */
export const showCard = (card: CardSeen): void => {
  if (cache.has(card.productId)) return
  const sheet = $productSheet.get()
  if (sheet.state === 'ready' && sheet.product.id === card.productId) return
  $productSheet.set({ state: 'loading', card })
}

/** Loads the product of the sheet. Only the last requested product is shown; concurrent requests for it are shared. */
export const loadProduct = (id: number): Promise<void> => {
  if (pending?.id === id) return pending.done
  const request: PendingRequest = { id, done: load(id, () => pending?.id === id) }
  pending = request
  return request.done.finally(() => {
    if (pending === request) pending = null
  })
}

const load = async (id: number, isLatest: () => boolean): Promise<void> => {
  const before = $productSheet.get()
  const cached = cache.get(id)
  if (cached) $productSheet.set({ state: 'ready', product: cached.product })
  else if (before.state !== 'loading' || before.card?.productId !== id) $productSheet.set({ state: 'loading', card: null })
  if (cached && environment().now() - cached.at < FRESH_MS) return
  let next: ProductSheet
  try {
    const product = await environment().call(catalogue.product, { params: { id }, query: {} })
    cache.set(id, { product, at: environment().now() })
    next = { state: 'ready', product }
  } catch (cause) {
    if (isFailure(cause, 'ARTICLE_NOT_FOUND', 'NOT_FOUND', 'BAD_REQUEST')) next = { state: 'missing' }
    else if (cached) return
    else next = { state: 'failed', failure: failureOf(cause) }
  }
  if (isLatest()) $productSheet.set(next)
}
