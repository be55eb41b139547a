import type { Weight } from './bytes.ts'
import type { Budgeted } from './page-kinds.ts'

const KB = 1000
/** The budget table (README): brotli bytes before anybody touches anything, with an empty cache. */
export const BUDGETS: Record<Budgeted, { script: number; markup: number }> = {
  static: { script: 4 * KB, markup: 15 * KB },
  // Of a person with an address: what does not come there is hidden (src/README.md, "Browser").
  home: { script: 9.7 * KB, markup: 30 * KB },
  listing: { script: 9 * KB, markup: 25 * KB },
  supplier: { script: 13 * KB, markup: 45 * KB },
  product: { script: 13 * KB, markup: 20 * KB }
}
/** All script after the basket was opened and a product added; of a page of checkout; and of one of the account. */
export const AFTER_ADDING = 100 * KB
/** Whoever signed in gets their favourites besides, and what it costs and takes to their own address (README, "Decisions"). */
export const AFTER_ADDING_WITH_FAVOURITES = 103.5 * KB
/** What it is now, so that nobody takes the room by chance: whoever needs some of it writes here what for, up to the budget. */
// 8 KB more than once: the column before React, what is missing at the button, ways out of a place, other currencies, the error table of
// every failure. 1 KB: promo codes. 0.5 KB: delivery or pickup. 0.2 KB: a puzzle where neighbours fill a network. 0.1 KB: the way to
// what changed of an order that is ordered again. 0.1 KB: from below the minimum to the menu. 0.1 KB: 1 + 1 and free
// delivery on their lines. 0.1 KB: presses before the stores have come, in their order. 0.5 KB: a basket in a group order, and the way to it.
// 0.2 KB: services in words of their own, and gifts of products on their lines.
// 0.2 KB: prices by quantity, and points for marked products, on their lines.
// Without the hashes in the names of chunks, which weigh 0.1 KB more or less from build to build (`Weight.steady`).
export const NOW_AFTER_ADDING = 96.2 * KB
export const NOW_AFTER_ADDING_WITH_FAVOURITES = 100.1 * KB
export const PERSONAL = 120 * KB
export const ACCOUNT = 112 * KB

/** What the map adds, script and style, and only when it is opened. */
export const MAP = 50 * KB

/** What is more than allowed, a line each. */
export const over = ({ script, markup, scripts }: Weight, most: { script: number; markup?: number }): string[] => [
  ...(script > most.script ? [`script ${script} > ${most.script}: ${scripts.join(', ')}`] : []),
  ...(markup > (most.markup ?? Infinity) ? [`HTML and CSS ${markup} > ${most.markup}`] : [])
]
