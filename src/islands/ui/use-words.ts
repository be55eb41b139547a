import { use } from 'react'
import { loadTranslator } from '#i18n/browser.ts'
import type { Namespace, Translate } from '#i18n/keys.ts'
import { useLocale } from './locale.ts'

/**
 * Loads all namespaces of an island or modal at its root. A part that suspended later would remove the whole island, with its focus, for a
 * moment.
 */
export const useWords = (first: Namespace, ...rest: Namespace[]): Translate => {
  const locale = useLocale()
  const words = loadTranslator(locale, [first])
  // Requested in parallel, awaited one after the other.
  for (const promise of rest.map((name) => loadTranslator(locale, [name]))) use(promise)
  return use(words)
}
