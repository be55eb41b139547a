import { paintHearts, startHeartPainter } from './favourites.ts'

/** Hearts on cards: a part of the painter of products, or a script of its own, bundled whole, on pages with suppliers alone. */
startHeartPainter()

/** Lists grow, and searches bring other cards. */
let waiting = false
new MutationObserver(() => {
  if (waiting) return
  waiting = true
  requestAnimationFrame(() => {
    waiting = false
    paintHearts()
    document.dispatchEvent(new Event('cards:change'))
  })
}).observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true })
