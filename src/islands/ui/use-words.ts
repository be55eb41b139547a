import { use } from 'react'
import { loadTranslator } from '#i18n/browser.ts'
import type { Namespace, Translate } from '#i18n/keys.ts'
import { useLocale } from './locale.ts'

/**
 * All the words an island or modal may need, one by one, so that nothing inside it waits again: a part that waited later would take the
 * whole island, and the focus in it, off the page for a moment.
 */
export const useWords = (first: Namespace, ...rest: Namespace[]): Translate => {
  const locale = useLocale()
  const words = loadTranslator(locale, [first])
  // Asked for together, then waited for one after the other.
  for (const promise of rest.map((name) => loadTranslator(locale, [name]))) use(promise)
  return use(words)
}
