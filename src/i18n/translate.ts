import { createInstance } from 'i18next'
import { DEFAULT_LOCALE, type Locale } from '#domain/locale.ts'
import { ENGINE } from './engine.ts'
import { createFormatter } from './format.ts'
import type { Namespace, Translate } from './keys.ts'
import { en } from './messages/en.ts'
import { hy } from './messages/hy.ts'
import { ru } from './messages/ru.ts'

const engine = createInstance()
void engine.init({ ...ENGINE, resources: { hy, en, ru }, fallbackLng: DEFAULT_LOCALE, ns: Object.keys(hy) as Namespace[] })

const createTranslator = (locale: Locale): Translate => {
  const t = engine.getFixedT(locale)
  const find = (key: string): unknown => {
    const [namespace = '', path = ''] = key.split(':', 2)
    return engine.getResource(locale, namespace, path)
  }
  return createFormatter(locale, find, (key, variables) => t(key, { ...variables }))
}

const translators = new Map<Locale, Translate>()

/**
 * A translator fixed to one language, for the server and for pages; it never changes the engine's language,
 * which concurrent requests share. A page needs hundreds of messages, so simple ones are cached as parsed patterns and i18next does the rest.
 * Islands use `loadTranslator` of browser.ts instead.
 */
export const getTranslator = (locale: Locale): Translate => {
  const existing = translators.get(locale)
  if (existing) return existing
  const translator = createTranslator(locale)
  translators.set(locale, translator)
  return translator
}
