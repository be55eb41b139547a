import { atom } from 'nanostores'
import { catalogue, type Product } from '#contract/catalogue.ts'
import { environment } from './environment.ts'
import { failureOf, isFailure, type Failure } from './errors.ts'

export type ProductSheet =
  { state: 'loading' } | { state: 'missing' } | { state: 'failed'; failure: Failure } | { state: 'ready'; product: Product }

const LOADING: ProductSheet = { state: 'loading' }
const $productSheet = atom<ProductSheet>(LOADING)
export { $productSheet }

let asked = 0

/** Loads the product of the sheet; only the last one asked for counts. */
export const loadProduct = async (id: number): Promise<void> => {
  const own = ++asked
  $productSheet.set(LOADING)
  let next: ProductSheet
  try {
    next = { state: 'ready', product: await environment().call(catalogue.product, { params: { id } }) }
  } catch (cause) {
    next = isFailure(cause, 'ARTICLE_NOT_FOUND', 'NOT_FOUND', 'BAD_REQUEST')
      ? { state: 'missing' }
      : { state: 'failed', failure: failureOf(cause) }
  }
  if (own === asked) $productSheet.set(next)
}
