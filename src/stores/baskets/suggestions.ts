import { atom } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as baskets from '#contract/baskets/calls.ts'
import type { ProductCard } from '#contract/catalogue/calls.ts'
import { environment } from '#stores/environment.ts'

const MAX = 6

const $suggestions = atom<readonly ProductCard[]>([])
/** What goes with the basket and is added by one press; nobody misses it when it does not come. */
export { $suggestions }

let asked = ''

/** Asks for what goes with these products, once for each set of them. */
export const loadSuggestions = async (products: string): Promise<void> => {
  if (products === asked) return
  asked = products
  const answer = await environment()
    .call(baskets.suggest, { query: { take: MAX } })
    .catch(ifRefused(null))
  if (answer && products === asked) $suggestions.set(answer.filter(({ hasOptions, adult }) => !hasOptions && !adult))
}
