import type * as Cards from '#islands/favourites/card-actions.ts'
import type * as Actions from './baskets/actions.ts'

/** What the page's list of scripts names: the stores of the basket, React's renderer, what cards do. */
interface Scripts {
  basket: typeof Actions
  renderer: unknown
  cards: typeof Cards
}

/**
 * Brings a script by its name in the list that the build has written into the page. The bundler's own `import()` would cost every page a helper
 * and a list of files, and a copy of the stores for each script that is bundled whole.
 */
export const loadScripts = async <Name extends keyof Scripts>(name: Name): Promise<Scripts[Name]> => {
  // Many browsers never ask again for a module that failed once: without a connection nothing is asked for.
  if (!navigator.onLine) throw new Error('offline')
  return import(/* @vite-ignore */ document.querySelector<HTMLElement>('[data-scripts]')?.dataset[name] ?? '') as Promise<Scripts[Name]>
}
