import { renderLater, startFavourites } from './favourites.ts'

/** Favourite buttons on cards: imported by products.ts, and a separately bundled script on pages with suppliers only. */
startFavourites()

/** Renders again when lists grow or searches replace cards. */
let waiting = false
new MutationObserver(() => {
  if (waiting) return
  waiting = true
  requestAnimationFrame(() => {
    waiting = false
    renderLater()
    document.dispatchEvent(new Event('cards:change'))
  })
}).observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true })
