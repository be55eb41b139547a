import { atom } from 'nanostores'
import { loadTranslator } from '#i18n/browser.ts'
import type { Key, Namespace, Variables } from '#i18n/keys.ts'
import { environment } from './environment.ts'

const $announcement = atom('')
/** The last announced sentence. Dialogs repeat it in a live region of their own, because the page behind them is inert. */
export { $announcement }

/** Announces a sentence to screen readers, translated into the page's language. */
export const announce = async (key: Key, variables?: Variables): Promise<void> => {
  const { locale, say } = environment()
  const t = await loadTranslator(locale, [key.slice(0, key.indexOf(':')) as Namespace])
  const text = t(key, variables)
  $announcement.set('')
  $announcement.set(text)
  say(text)
}
