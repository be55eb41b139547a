import { atom } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as baskets from '#contract/baskets/calls.ts'
import type { ProductCard } from '#contract/catalogue/calls.ts'
import { environment } from '#stores/environment.ts'

const MAX_SUGGESTIONS = 6

const $suggestions = atom<readonly ProductCard[]>([])
/** Products suggested for the basket that can be added with one press. Optional: stays empty when the call fails. */
export { $suggestions }

let requestedFor = ''

/** Loads suggestions for these products, once for each set of products. */
export const loadSuggestions = async (products: string): Promise<void> => {
  if (products === requestedFor) return
  requestedFor = products
  const answer = await environment()
    .call(baskets.suggest, { query: { take: MAX_SUGGESTIONS } })
    .catch(ifRefused(null))
  if (answer && products === requestedFor) $suggestions.set(answer.filter(({ hasOptions, adult }) => !hasOptions && !adult))
}
