import type * as Cards from '#islands/favourites/card-actions.ts'
import type * as Actions from './baskets/actions.ts'

/** Scripts named in the page's script list: basket stores, React's renderer, card actions. */
interface Scripts {
  basket: typeof Actions
  renderer: unknown
  cards: typeof Cards
}

/**
 * Loads a script by its name in the list the build wrote into the page. The bundler's `import()` would add a helper and a file list to every
 * page, and a copy of the stores to each separately bundled script.
 */
export const loadScripts = <Name extends keyof Scripts>(name: Name): Promise<Scripts[Name]> =>
  import(/* @vite-ignore */ document.querySelector<HTMLElement>('[data-scripts]')?.dataset[name] ?? '') as Promise<Scripts[Name]>
