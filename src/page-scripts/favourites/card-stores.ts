import { loadScripts } from '#page-scripts/bring.ts'

/** The stores behind hearts and doors, brought by the first press; never the basket's. */
export const loadCardTools = () => loadScripts('cards')

/** Says a sentence in the page's live region. */
export const announce = (text: string): void => {
  const liveRegion = document.querySelector('[data-announce]')
  if (liveRegion) liveRegion.textContent = text
}
