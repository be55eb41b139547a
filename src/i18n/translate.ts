import { createInstance } from 'i18next'
import { DEFAULT_LOCALE, type Locale } from '#domain/locale.ts'
import { ENGINE } from './engine.ts'
import type { Namespace, Translate } from './keys.ts'
import { en } from './messages/en.ts'
import { hy } from './messages/hy.ts'
import { ru } from './messages/ru.ts'

const engine = createInstance()
void engine.init({ ...ENGINE, resources: { hy, en, ru }, fallbackLng: DEFAULT_LOCALE, ns: Object.keys(hy) as Namespace[] })

/**
 * A translator fixed to one language, for the server and for pages; it never changes the engine's language,
 * which concurrent requests share. Islands take `loadTranslator` of browser.ts instead.
 */
export const getTranslator = (locale: Locale): Translate => {
  const t = engine.getFixedT(locale)
  return (key, variables) => t(key, { ...variables })
}
