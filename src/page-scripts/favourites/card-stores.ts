import { loadScripts } from '#page-scripts/load-scripts.ts'

/** Loads the stores of favourites and closed suppliers on the first press, without the basket's. */
export const loadCardTools = () => loadScripts('cards')

/** Writes a sentence into the page's live region. */
export const announce = (text: string): void => {
  const liveRegion = document.querySelector('[data-announce]')
  if (liveRegion) liveRegion.textContent = text
}
