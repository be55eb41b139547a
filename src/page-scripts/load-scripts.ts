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
export const loadScripts = async <Name extends keyof Scripts>(name: Name): Promise<Scripts[Name]> => {
  // Many browsers never ask again for a module that failed once: without a connection nothing is asked for.
  if (!navigator.onLine) throw new Error('offline')
  return import(/* @vite-ignore */ document.querySelector<HTMLElement>('[data-scripts]')?.dataset[name] ?? '') as Promise<Scripts[Name]>
}
