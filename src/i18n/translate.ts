import { createInstance } from 'i18next'
import { DEFAULT_LOCALE, type Locale } from '#domain/locale.ts'
import { ENGINE } from './engine.ts'
import type { Namespace, Translate, Variables } from './keys.ts'
import { en } from './messages/en.ts'
import { hy } from './messages/hy.ts'
import { ru } from './messages/ru.ts'

const engine = createInstance()
void engine.init({ ...ENGINE, resources: { hy, en, ru }, fallbackLng: DEFAULT_LOCALE, ns: Object.keys(hy) as Namespace[] })

/** Text, name of a variable, text, …; null where i18next does more than put values in: nesting, formats, another language's words. */
type Pattern = readonly string[] | null

const patternOf = (locale: Locale, key: string): Pattern => {
  const [namespace = '', path = ''] = key.split(':', 2)
  const message: unknown = engine.getResource(locale, namespace, path)
  if (typeof message !== 'string') return null
  const parts = message.split(/\{\{\s*(\w+)\s*\}\}/)
  return parts.some((part) => part.includes('{{') || part.includes('$t(')) ? null : parts
}

/** The message with the values put in; null when a variable is missing. */
const fillIn = (pattern: readonly string[], variables: Variables | undefined): string | null => {
  let text = pattern[0] ?? ''
  for (let index = 1; index < pattern.length; index += 2) {
    const value = variables?.[pattern[index] ?? '']
    if (value === undefined) return null
    text += value + (pattern[index + 1] ?? '')
  }
  return text
}

const createTranslator = (locale: Locale): Translate => {
  const t = engine.getFixedT(locale)
  const plurals = new Intl.PluralRules(locale)
  const patterns = new Map<string, Pattern>()
  return (key, variables) => {
    const count = variables?.['count']
    // i18next has a form of its own for nothing, for numbers that are text, and for each context.
    const form =
      variables?.['context'] !== undefined
        ? null
        : count === undefined
          ? key
          : typeof count === 'number' && count !== 0
            ? `${key}_${plurals.select(count)}`
            : null
    if (form !== null) {
      let pattern = patterns.get(form)
      if (pattern === undefined) patterns.set(form, (pattern = patternOf(locale, form)))
      const text = pattern && fillIn(pattern, variables)
      if (text !== null) return text
    }
    return t(key, { ...variables })
  }
}

const translators = new Map<Locale, Translate>()

/**
 * A translator fixed to one language, for the server and for pages; it never changes the engine's language,
 * which concurrent requests share. A page asks for hundreds of messages, so plain ones are kept taken apart and i18next does the rest.
 * Islands take `loadTranslator` of browser.ts instead.
 */
export const getTranslator = (locale: Locale): Translate => {
  const known = translators.get(locale)
  if (known) return known
  const made = createTranslator(locale)
  translators.set(locale, made)
  return made
}
