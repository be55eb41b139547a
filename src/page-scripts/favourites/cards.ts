import { renderFavourites, startFavourites } from './favourites.ts'

/** Hearts on cards: a part of the painter of products, or a script of its own, bundled whole, on pages with suppliers alone. */
startFavourites()

/** Lists grow, and searches bring other cards. */
let waiting = false
new MutationObserver(() => {
  if (waiting) return
  waiting = true
  requestAnimationFrame(() => {
    waiting = false
    renderFavourites()
    document.dispatchEvent(new Event('cards:change'))
  })
}).observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true })
