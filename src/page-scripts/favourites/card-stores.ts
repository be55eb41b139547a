import type * as Actions from '#islands/favourites/card-actions.ts'

/** The stores behind hearts and doors, brought by the first press; never the basket's. */
export const loadCardTools = (): Promise<typeof Actions> =>
  import(/* @vite-ignore */ document.querySelector('astro-island[component-export="CardTools"]')?.getAttribute('component-url') ?? '')

/** Says a sentence in the page's live region. */
export const say = (text: string): void => {
  const said = document.querySelector('[data-announce]')
  if (said) said.textContent = text
}
